/**
 * Query of the site's address to which the hosted UI's logout returns. It tells the page that the hosted page's cookie
 * is not valid any more.
 */
export const AFTER_LOGOUT = '?logout';
