/** The four addresses of the auth screen share one page, so that nothing typed is lost between its tabs. */
export default function AuthTab() {
  return null;
}
