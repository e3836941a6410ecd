/**
 * The parameters of the page's address as they stand now. React Router hands those of the last render to
 * `setSearchParams`: of two changes in quick succession the first would be lost.
 */
export function paramsNow(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}
