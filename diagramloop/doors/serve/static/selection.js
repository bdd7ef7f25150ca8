// What is selected on a canvas, and the node where a missing arrow begins: by these people mend a reading.
// The page gives mode(), edit(action, given), say(text, warn) and mark(), which shows what is selected.

export class Selection {
  names = new Set(); // "node ID" or "edge ID"
  from = null;

  constructor(page) { this.page = page; }

  forget() { [this.names, this.from] = [new Set(), null]; }

  keep(known) { this.names = new Set([...this.names].filter(known)); }

  letGo = () => { this.forget(); this.page.mark(); };

  toggle(name) {
    this.names.has(name) ? this.names.delete(name) : this.names.add(name);
    this.page.mark();
  }

  pick = (kind, { id }) => {
    if (this.page.mode() === "link" && kind === "node") return this.#link(id);
    if (this.page.mode() === "select") this.toggle(`${kind} ${id}`);
  };

  exclude = async () => {
    if (!this.names.size) { this.page.say("nothing is selected", true); return; }
    await this.page.edit("exclude", { nodes: this.#ids("node"), edges: this.#ids("edge") });
  };

  async #link(id) {
    if (this.from === null || this.from === id) { this.from = this.from === id ? null : id; this.page.mark(); return; }
    const source = this.from;
    this.from = null;
    await this.page.edit("link", { source, target: id });
  }

  #ids(kind) { return [...this.names].filter(name => name.startsWith(`${kind} `)).map(name => name.slice(kind.length + 1)); }
}
