/**
 * The one WebSocket between the page and its server.
 *
 * Comes back by itself after a loss, waiting a little longer each time. What is sent while it is away is refused: the
 * server is the only one who knows how the games stand, and tells it anew after every welcome.
 */
import type { Event, Intention, Request, ServerMessage, Text } from "../messages";

export type Status = "connecting" | "open" | "lost";

/** What the connection tells whoever owns it. */
export interface Listener {
  status(status: Status): void;
  sent(intention: Intention, tag: number): void;
  event(event: Event, tag: number | null): void;
}

/** An answer of a certain kind. */
export type Answer<K extends Event["kind"]> = Extract<Event, { kind: K }>;

/** Why an intention was refused; `null` if there is no connection. */
export class Refused extends Error {
  constructor(readonly reason: Text | null) {
    super(reason?.english ?? "no connection");
  }
}

interface Waiting {
  kind: Event["kind"];
  resolve(event: Event): void;
  reject(error: Refused): void;
}

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5_000;

export class Connection {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private tag = 0;
  private readonly waiting = new Map<number, Waiting>();
  private closed = false;

  constructor(
    private readonly address: string,
    private readonly listener: Listener,
  ) {}

  open(): void {
    this.listener.status(this.tag === 0 ? "connecting" : "lost");
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onmessage = message => this.hear(String(message.data));
    socket.onclose = () => this.lose(socket);
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  /**
   * Sends what is wanted; an error that comes back is heard by the listener. Returns the tag, or nothing if it could
   * not be sent.
   */
  tell(intention: Intention): number | null {
    if (this.socket?.readyState !== WebSocket.OPEN) return null;
    this.tag += 1;
    const request: Request = { tag: this.tag, intention };
    this.listener.sent(intention, this.tag);
    this.socket.send(JSON.stringify(request));
    return this.tag;
  }

  /** Sends what is wanted and waits for the answer of this kind. */
  ask<K extends Event["kind"]>(intention: Intention, kind: K): Promise<Answer<K>> {
    return new Promise((resolve, reject) => {
      const tag = this.tell(intention);
      if (tag === null) reject(new Refused(null));
      else this.waiting.set(tag, { kind, resolve: event => resolve(event as Answer<K>), reject });
    });
  }

  private hear(text: string): void {
    const { tag, event } = JSON.parse(text) as ServerMessage;
    if (event.kind === "welcome") {
      this.pause = FIRST_PAUSE;
      this.tag = Math.max(this.tag, 1);
      this.listener.status("open");
    }
    const waiting = tag === null ? undefined : this.waiting.get(tag);
    if (waiting && tag !== null && event.kind === "error") {
      this.waiting.delete(tag);
      waiting.reject(new Refused(event.reason));
      return;
    }
    this.listener.event(event, tag);
    if (waiting && tag !== null && event.kind === waiting.kind) {
      this.waiting.delete(tag);
      waiting.resolve(event);
    }
  }

  private lose(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    for (const waiting of this.waiting.values()) waiting.reject(new Refused(null));
    this.waiting.clear();
    if (this.closed) return;
    this.listener.status("lost");
    setTimeout(() => {
      if (!this.closed) this.open();
    }, this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }
}
