/**
 * Query string of the site's address after a logout: the hosted UI redirects the browser to this address. The query
 * tells the site that the hosted UI's cookie is no longer valid.
 */
export const AFTER_LOGOUT = '?logout';
