/** The scripts of a page could not be loaded: the network is away, or the server has another release. */
export class PageNotLoaded extends Error {
  /** Tries again; rejects when it fails. */
  readonly load: () => Promise<unknown>;

  constructor(load: () => Promise<unknown>) {
    super('The page could not be loaded');
    this.load = load;
  }
}
