// What the theme leaves out: names and keyboard access for what it draws, and its search, which needs a server.
"use strict";
const search = document.querySelector(".md-search");
if (search) {
  search.setAttribute("aria-label", "Search");
  search.hidden = location.protocol === "file:";
}
const reached = () => {
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap")) wide.tabIndex = 0;
  document.querySelectorAll(".md-code__nav").forEach((buttons, at) => buttons.setAttribute("aria-label", `Code ${at + 1}`));
};
reached();
new MutationObserver(reached).observe(document.body, { childList: true, subtree: true });
