// CSV and JSON of any table: what is seen in it, or, where the table knows better, the rows that it was made of.
"use strict";
{
  const { element } = diagramloop;
  const made = new WeakMap(); // table to what gives its rows

  // What a cell says, in one line.
  const said = cell => [...cell.childNodes].map(node => (node.matches?.(".saved,.what") ? "" : node.textContent)).join(" ").replace(/\s+/g, " ").trim();

  // Rows of a table as they are seen; the names of columns are those of its last line of headings.
  function seen(table) {
    const [head] = [...(table.tHead?.rows ?? [])].slice(-1);
    const names = [...(head?.cells ?? [])].map((cell, at) => said(cell) || `column ${at + 1}`);
    const lines = [...table.tBodies, ...(table.tFoot ? [table.tFoot] : [])].flatMap(part => [...part.rows]);
    return lines.map(row => new Map([...row.cells].map((cell, at) => [names[at] ?? `column ${at + 1}`, said(cell)])));
  }

  // A text that a spreadsheet would take for a formula is held by a stroke; numbers are numbers.
  function field(value) {
    if (value === null || value === undefined) return "";
    const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) && !/^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(value) ? `'${value}` : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  function csv(rows) {
    const names = [...new Set(rows.flatMap(row => [...row.keys()]))];
    return [names, ...rows.map(row => names.map(name => row.get(name)))].map(line => line.map(field).join(",")).join("\r\n") + "\r\n";
  }

  const FORMS = { CSV: ["text/csv", csv], JSON: ["application/json", rows => `${JSON.stringify(rows.map(row => Object.fromEntries(row)), null, 1)}\n`] };

  function save(table, form) {
    const [type, write] = FORMS[form], name = said(table.caption ?? table).slice(0, 80).replace(/[^\w.-]+/g, "_") || "table";
    const address = URL.createObjectURL(new Blob([write((made.get(table) ?? seen)(table))], { type }));
    element("a", { href: address, download: `${name}.${form.toLowerCase()}` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  // Offers both below a table's name; `rows` gives Maps from names of columns to values, where these are more than is seen.
  function offer(table, rows = null) {
    if (rows) made.set(table, rows);
    if (table.querySelector(".saved")) return table;
    const place = table.caption ?? table.createCaption();
    place.append(element("span", { className: "saved" }, ...Object.keys(FORMS).map(form => element("button", { type: "button", textContent: form, onclick: () => save(table, form) }))));
    return table;
  }

  for (const table of document.querySelectorAll(".scroll > table")) offer(table);

  diagramloop.tables = { offer };
}
