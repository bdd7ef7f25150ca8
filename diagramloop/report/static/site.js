// The report's data, its addresses and its colours. A page from disk may not fetch: data are scripts that call `receive`.
"use strict";
{
  const { element, named } = diagramloop;
  const waiting = new Map(); // name of a datum to those who wait for it
  const THEMES = ["system", "light", "dark"];
  const STATUSES = ["matched", "misread", "missing", "invented", "reversed"];
  const LEVELS = ["easy", "medium", "hard"];

  function promised(name) {
    if (!waiting.has(name)) {
      const entry = {};
      entry.promise = new Promise((resolve, reject) => Object.assign(entry, { resolve, reject }));
      waiting.set(name, entry);
    }
    return waiting.get(name);
  }

  const receive = (name, value) => promised(name).resolve(value);
  const datum = name => promised(name).promise;

  // The datum in a script that is loaded when it is first asked for.
  function load(name, address) {
    if (!waiting.has(name)) {
      const script = element("script", { src: address });
      script.onerror = () => { promised(name).reject(new Error(`${address} is not there`)); waiting.delete(name); };
      promised(name);
      document.head.append(script);
    }
    return datum(name);
  }

  // ---- addresses: #task/data/item/system/beside?what=chosen

  const halves = () => { const hash = location.hash.slice(1), at = hash.indexOf("?"); return at < 0 ? [hash, ""] : [hash.slice(0, at), hash.slice(at + 1)]; };
  const parts = () => halves()[0].split("/").map(part => { try { return decodeURIComponent(part); } catch { return part; } });
  const asked = () => new URLSearchParams(halves()[1]);
  const joined = (path, query) => `#${path}${query && `?${query}`}`;
  const address = (...path) => joined(path.map(encodeURIComponent).join("/"), String(asked()));

  // Writes what is chosen into the address, where a reload, a bookmark and a link to an item find it; "" takes it out.
  function ask(changes) {
    const kept = asked();
    for (const [name, value] of changes) { if (value) kept.set(name, value); else kept.delete(name); }
    const hash = joined(halves()[0], String(kept));
    history.replaceState(null, "", hash === "#" ? location.href.split("#")[0] : hash);
  }

  // The controls of a form by name with what is chosen; "" where that is the first there is.
  const chosen = form => [...form.elements].filter(({ name, type }) => name && !["button", "output"].includes(type))
    .map(control => [control.name, control.type === "checkbox" ? (control.checked ? "yes" : "") : control.selectedIndex === 0 ? "" : control.value]);

  // A form's controls as the address has them.
  function restore(form) {
    const found = asked();
    for (const control of form.elements) {
      const value = found.get(control.name) ?? "";
      if (control.type === "checkbox") control.checked = value === "yes";
      else if (control.options) control.value = [...control.options].some(option => option.value === value) ? value : control.options[0]?.value ?? "";
      else if (control.type === "search") control.value = value;
    }
  }

  // Links within the page keep what is chosen, unless they choose something themselves.
  document.addEventListener("click", event => {
    const link = event.target.closest?.('a[href^="#"]:not(.skip)');
    if (link && !link.hash.includes("?") && String(asked())) link.hash = `${link.hash}?${asked()}`;
  }, true);

  // ---- small things that tables and lists share

  const number = value => (value === null ? "–" : value.toFixed(3));

  function options(select, values, any = null, chosen = select.value) {
    const offered = any === null ? values : ["", ...values];
    select.replaceChildren(...offered.map(value => element("option", { value, textContent: value || any })));
    select.value = offered.includes(chosen) ? chosen : offered[0] ?? "";
  }

  // Levels of difficulty stand in their own order, behind all others.
  const distinct = values => [...new Set(values)].sort().sort((a, b) => LEVELS.indexOf(a) - LEVELS.indexOf(b));

  // A link to what a metric is, where the page has its definition.
  function definition(metric) {
    const there = document.querySelector(`[data-metric="${CSS.escape(metric)}"]`);
    return there ? [element("a", { className: "what", href: `#metrics/${encodeURIComponent(metric)}`, ariaLabel: `What ${metric} is`, title: there.dataset.told })] : [];
  }

  // ---- light and dark

  function theme(chosen) {
    const button = named("theme");
    document.documentElement.dataset.theme = button.value = chosen;
    button.textContent = `Colours: ${chosen}`;
  }

  function kept(name, value) {
    try {
      if (value !== undefined) localStorage.setItem(name, value);
      return localStorage.getItem(name);
    } catch { return null; } // a browser may keep nothing for pages from disk
  }

  const before = kept("diagramloop.theme");
  theme(THEMES.includes(before) ? before : "system");
  named("theme").addEventListener("click", event => {
    theme(THEMES[(THEMES.indexOf(event.target.value) + 1) % THEMES.length]);
    kept("diagramloop.theme", event.target.value);
  });

  Object.assign(diagramloop, { STATUSES, address, ask, asked, chosen, datum, definition, distinct, load, number, options, parts, receive, restore });
}
