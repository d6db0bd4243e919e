/**
 * The live stream, kept alive. A browser reconnects by itself after an error, but neither after a refusal nor after a
 * connection that died without a word (a phone that slept, another Wi-Fi), so silence is watched as well.
 */

/** @import { Entry, Table } from "./types.js" */
/** @import { Link } from "./state.js" */

/** The server speaks at least every 5 s. */
const SILENT_MS = 8_000;
/** A line that broke may be back by itself before it is worth a word. */
const GRACE_MS = 2_500;
const DEAD_MS = 13_000;
const RETRY_MS = 2_000;

/** @template [T=Table] what is shown, whole each time */
export class Live {
  /** @type {EventSource | null} */
  #source = null;
  #heard_ms = Date.now();
  #opened_ms = 0;
  #failed = true;

  /**
   * @param {{table: (table: T) => void, entry: (entry: Entry) => void, after: () => number,
   *   link: (link: Link) => void}} on `after` tells the last entry that is here
   */
  constructor(on) {
    this.on = on;
    setInterval(() => this.#watch(), 1_000);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible" && this.#silent_ms() > SILENT_MS) this.#open();
    });
    window.addEventListener("online", () => this.#open());
    this.#open();
  }

  #silent_ms() {
    return Date.now() - this.#heard_ms;
  }

  #open() {
    this.#source?.close();
    this.#opened_ms = Date.now();
    const source = new EventSource(`/api/stream?after=${this.on.after()}`);
    this.#source = source;
    source.addEventListener("table", (event) => {
      this.#heard();
      this.on.table(JSON.parse(event.data));
    });
    source.addEventListener("log", (event) => {
      this.#heard();
      this.on.entry(JSON.parse(event.data));
    });
    source.addEventListener("heartbeat", () => this.#heard());
    source.addEventListener("error", () => {
      this.#failed = true;
      this.#watch();
    });
  }

  #heard() {
    this.#heard_ms = Date.now();
    this.#failed = false;
    this.on.link({ up: true, silent_s: 0 });
  }

  #watch() {
    const silent_ms = this.#silent_ms();
    if (silent_ms > (this.#failed ? GRACE_MS : SILENT_MS))
      this.on.link({ up: false, silent_s: silent_ms / 1000 });
    const waited_ms = Date.now() - this.#opened_ms;
    const refused = this.#source?.readyState === EventSource.CLOSED && waited_ms > RETRY_MS;
    const dead = silent_ms > DEAD_MS && waited_ms > DEAD_MS;
    if (refused || dead) this.#open();
  }
}
