/** One statement for a connection, in the words of pg. */
export interface PoolQuery {
  readonly text: string;
  /**
   * For `$1` and what follows. Without any the text may hold several statements; what is answered
   * is the result of the last, or of each.
   */
  readonly values?: unknown[];
  /** The name under which the connection may keep the statement prepared. */
  readonly name?: string | undefined;
  /** `array` asks for rows that are arrays. */
  readonly rowMode?: "array";
  /** How values are read from the text that the server writes, by the OID of their type. */
  readonly types?: {
    /** Returns what reads the values of a type, by its OID. */
    readonly getTypeParser: (type: number) => (text: string) => unknown;
  };
  /** For how long to wait for the answer, in milliseconds; 0 is for ever. */
  readonly query_timeout?: number;
}

/** What came of a statement. */
export interface PoolResult {
  readonly rows: unknown[];
  /** How many rows it has changed, of what changes rows. */
  readonly rowCount: number | null;
  /** The first word of the server's answer: `COMMIT` is answered `ROLLBACK` after a failure. */
  readonly command: string;
}

/** A connection that a pool has lent. */
export interface PoolClientLike {
  /**
   * Rejects with the server's error, whose `code` is its SQLSTATE and whose `constraint` is the name
   * of the one that was violated.
   */
  query(query: PoolQuery): Promise<PoolResult>;
  /** Gives the connection back. `lost` says that nobody may use it again as it is. */
  release(lost?: boolean): void;
  /** Hears of a connection that is lost. */
  on?(event: "error", listener: () => void): unknown;
}

/** A connection that is none of the pool's. It is open from `connect` until `end`. */
export interface SeparateClient extends Pick<PoolClientLike, "query"> {
  /** Opens the connection. */
  connect(): Promise<unknown>;
  /** Closes the connection. */
  end(): Promise<unknown>;
  /** Hears of a connection that is lost. */
  on(event: "error", listener: () => void): unknown;
}

/**
 * What a store needs of a pool of connections to Postgres. A `Pool` of pg has all of it, and so has
 * that of Neon's serverless driver. A pool that names no `Client` has one connection: an index that
 * a migration builds beside traffic is built on that.
 */
export interface PoolLike {
  /** Lends a connection, once one is free. */
  connect(): Promise<PoolClientLike>;
  /** Ends all connections. */
  end(): Promise<unknown>;
  /** Hears of a connection that is lost while nobody has it. */
  on?(event: "error", listener: () => void): unknown;
  /** Hears of each connection that is opened. */
  on?(event: "connect", listener: (client: PoolClientLike) => void): unknown;
  /** Whether the pool ends already. */
  readonly ending?: boolean;
  /** Its settings; a store sets how long to wait for a connection, unless they do. */
  readonly options?: { connectionTimeoutMillis?: number | undefined };
  /** Makes a connection beside the pool's. The types of pg leave it out. */
  readonly Client?: new (options: Readonly<Record<string, unknown>>) => SeparateClient;
}
