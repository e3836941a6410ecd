/**
 * The current search parameters of the URL. React Router passes those of the last render to `setSearchParams`, so the
 * first of two changes in quick succession would be lost.
 */
export function currentParams(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}
