// The report's data, its addresses and its colours. A page from disk may not fetch: data are scripts that call `receive`.
"use strict";
{
  const { element, named } = diagramloop;
  const waiting = new Map(); // name of a datum to those who wait for it
  const THEMES = ["system", "light", "dark"];
  const STATUSES = ["matched", "missing", "invented", "reversed"];
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

  // ---- addresses: #task/data/item/system/beside

  const parts = () => location.hash.slice(1).split("/").map(part => { try { return decodeURIComponent(part); } catch { return part; } });
  const address = (...path) => `#${path.map(encodeURIComponent).join("/")}`;

  // ---- small things that tables and lists share

  const number = value => (value === null ? "–" : value.toFixed(3));

  function options(select, values, any = null, chosen = select.value) {
    const offered = any === null ? values : ["", ...values];
    select.replaceChildren(...offered.map(value => element("option", { value, textContent: value || any })));
    select.value = offered.includes(chosen) ? chosen : offered[0] ?? "";
  }

  // Levels of difficulty stand in their own order, behind all others.
  const distinct = values => [...new Set(values)].sort().sort((a, b) => LEVELS.indexOf(a) - LEVELS.indexOf(b));

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

  Object.assign(diagramloop, { STATUSES, address, datum, distinct, load, number, options, parts, receive });
}
