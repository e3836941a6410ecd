/** The scripts of a page could not be loaded: the network is away, or the server has another release. */
export class PageNotLoaded extends Error {
  constructor(cause: unknown) {
    super('The page could not be loaded', { cause });
  }
}
