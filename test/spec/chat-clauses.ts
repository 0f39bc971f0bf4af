/**
 * Specification of the chat and guest screens, word for word, split into clauses. Each clause has an id that never
 * changes: `S<section>.<topic>.<number>`. A test that proves a clause names the id in its title, in brackets; see
 * README.md in this folder. Words in parentheses are added where a clause would not be clear without the one before.
 */
export const CHAT_CLAUSES = {
  // Section 2: screens and routes
  'S2.root.1': '/ (everyone): Signed in: redirects to /chat. Otherwise the landing / waitlist page.',
  'S2.login.1':
    "/login (everyone): Shows the text 'Redirecting...' and sends the browser to the identity provider's hosted sign-in page, with the app's own root address as the return address.",
  'S2.chat-route.1': '/chat/:chatId? (authenticated only): Signed-in chat screen with sidebar',
  'S2.chat-route.2': '/chat/:chatId?: and an add-chat modal.',
  'S2.chat-route.3': '/chat/:chatId?: Optional chat id. With no id it opens the newest chat,',
  'S2.chat-route.4': '/chat/:chatId?: or creates one if the user has none.',
  'S2.guest-routes.1': '/unauthenticated-chat (guests): Guest chat.',
  'S2.guest-routes.2': '/guest (guests): Guest chat with sidebar.',
  'S2.protected.1': 'Protected routes send unauthenticated visitors to /.',
  'S2.callback.1':
    'The identity callback is recognised when the address carries a code (or an error) together with a state value; it is then completed, and on success the user goes to /chat.',
  'S2.shell.1': 'A menu button toggles the sidebar',
  'S2.shell.2': '(menu button:) (icon switches between open and close).',
  'S2.shell.3': 'A logo is centred.',
  'S2.shell.4': 'Signed-in users see an add-chat button that opens the add-chat action',
  'S2.shell.5': '(add-chat button:) (or leads to login).',
  'S2.shell.6': 'Signed-out users see a Login button linking to /login,',
  'S2.shell.7': '(Login button:) hidden on /login and /register.',
  'S2.shell.8': 'The shell shows a loading state until authentication is resolved.',
  'S2.shell.9': 'On / it shows a background image, with a different one under 768 px width.',
  'S2.shell.10': 'Logout is available to signed-in users only.',
  'S2.sidebar.1': 'Sidebar: New Chat button,',
  'S2.sidebar.2': 'Logout button (only when authenticated),',
  'S2.sidebar.3': 'a search button,',
  'S2.sidebar.4': 'and a list of chats showing name and created date and time.',
  'S2.sidebar.5': 'Picking a chat closes the sidebar on mobile.',
  'S2.messages.1': 'Message area: loading indicator while history loads;',
  'S2.messages.2': "an animated 'Generating response...' image while a reply is pending.",
  'S2.input.1': "Multi-line input with placeholder 'Message' followed by the product's name and an ellipsis.",
  'S2.input.2': 'Enter sends;',
  'S2.input.3': 'Shift+Enter adds a line break.',
  'S2.input.4': 'The send button is disabled when the text is blank',
  'S2.input.5': '(The send button is disabled when) or a chat is being created.',
  'S2.like.1': 'Each message has a like toggle (a heart on assistant messages).',
  'S2.search.1': "Search popup: input 'Search chats and messages...'.",
  'S2.search.2': 'Escape closes it.',
  'S2.search.3': "Shows 'Searching...' while loading",
  'S2.search.4': "and 'No matching chats or messages found' when empty.",
  'S2.search.5':
    "Each result shows the chat name, its date, and up to 80 characters of each matched message followed by '...' when longer.",
  'S2.search.6': 'Clicking a result opens /chat/{chatId}.',
  'S2.tour.1':
    'Guided tour: starts automatically 2 seconds after the screen loads unless the stored hasSeenChatTour flag is true.',
  'S2.tour.2': 'The flag is set when the tour is completed or exited.',
  'S2.tour.3': 'A manual restart button exists but is hidden.',
  'S2.tour.4': 'Desktop steps: new chat, search, chat list, conversation area, message input.',
  'S2.tour.5': 'Mobile (width 768 or less): adds a welcome step and a menu-button step.',
  'S2.tour.6': '(Mobile:) The sidebar opens automatically at step 2 and closes at step 7.',
  'S2.tour.7': "Labels: 'Next →', '← Back', 'Skip', 'Got it!'.",
  'S2.guest.1': 'Sidebar has only a New Chat button, which goes to /login.',
  'S2.guest.2': 'Message area shows messages and a loading image.',
  'S2.guest.3': "Input placeholder is 'Message' followed by the product's name, without ellipsis.",
  'S2.guest.4': 'Send is disabled when the text is blank.',
  'S2.guest.5':
    'The chat may start with prefilled input handed over from the previous route; it is sent automatically once the chat exists.',

  // Section 3: entities
  'S3.chat.1':
    "Chat: chatId, name, createdAt. Default name 'Chat {n}' where n is the current chat count plus 1.",
  'S3.message.1': 'Message: role (user or assistant), content, createdAt.',
  'S3.message.2':
    "(Message:) Client-side extras: sender ('assistant' marks assistant messages), text (HTML, rendered as markup), chatId, messageIndex (position in chat), liked (boolean), isError, isWelcome, isExtra.",
  'S3.search.1':
    'Search result: chats (chatId, name, createdAt, matchedMessages) and messages (chatId, messageId, content).',
  'S3.storage.1':
    'Browser storage: userEmail, userName (display name read by the navbar), selectedChatId, guestChatId, hasSeenChatTour (true).',
  'S3.storage.2':
    "The user is identified towards the product's API by the email value (sent as userId or userEmail).",
  'S3.storage.3': '(Sign-in user record:) Kept in browser session storage.',
  'S1.pdf.1': 'The product can turn on-screen content into a downloadable PDF file.',
  'S1.chats.1':
    'Signed-in users hold saved conversations (chats) with an AI assistant, switch between them, search chats and messages, like assistant messages, and log out.',
  'S1.tour.1': 'The chat screen has an automatic guided tour for first-time users.',

  // Section 4: states and transitions
  'S4.auth.1':
    'A user counts as signed in when userEmail is stored or after a successful sign-in code exchange.',
  'S4.auth.2': 'States: loading, authenticated (user present and not expired), unauthenticated, error.',
  'S4.auth.3': 'Logout clears userEmail, userName and selectedChatId and goes to /.',
  'S4.auth.4':
    "When the address has a 'code' query parameter it is exchanged for tokens, email and name are stored, and the user goes to /chat.",
  'S4.creation.1': 'While a creation is in progress a second one is blocked.',
  'S4.creation.2': 'On success the chat is added to the top of the list,',
  'S4.creation.3': '(On success the chat is) selected,',
  'S4.creation.4': '(On success the chat is) stored as selectedChatId,',
  'S4.creation.5': '(On success) the route is replaced with /chat/{chatId}.',
  'S4.creation.6': "On failure the error text, or 'Chat initialization failed', is returned.",
  'S4.sending.1': 'The user message is appended at once',
  'S4.sending.2': 'and a pending state is set for that chat.',
  'S4.sending.3': 'Sending is blocked while a reply is pending for the chat.',
  'S4.sending.4': 'The server acknowledgement clears the pending state.',
  'S4.sending.5': 'Incoming assistant messages for a chat other than the open one are ignored.',
  'S4.loading.1':
    "The text 'Loading...' marks a pending message: shown as plain text in a loading style with no like control.",
  'S4.loading.2': 'Real text is shown as rich markup.',
  'S4.rename.1':
    "After the first message in a chat whose name starts with 'Chat', the chat is renamed to the first 20 characters of that message.",
  'S4.switching.1': '(Switching chats:) Blocked if it is the same chat',
  'S4.switching.2': '(Switching chats: Blocked if) or a creation is in progress.',
  'S4.switching.3': 'Switching clears the input and messages,',
  'S4.switching.4': '(Switching) shows a loader,',
  'S4.switching.5': '(Switching) stores the selection and refetches history.',
  'S4.like.1':
    'Clicking the heart on an assistant message (not loading, not a welcome message) flips liked, updates the display at once,',
  'S4.like.2': '(Clicking the heart) calls the toggle with messageIndex and the new value;',
  'S4.like.3': 'the click does not reach the message itself.',
  'S4.like.4': 'After the server acknowledges, the history is refreshed',
  'S4.like.5':
    "and, after 100 ms, the view scrolls to an extra assistant message containing 'thank you' if one exists.",
  'S4.skip.1': "Sends the message 'skip' to the chat,",
  'S4.skip.2': '(Skip:) creating a chat first if none is open.',
  'S4.skip.3':
    "On error a canned assistant message starting 'I understand you'd like to skip ahead...' is added.",
  'S4.guest.1': 'A guestChatId is reused from storage if present;',
  'S4.guest.2': 'otherwise one is created on connect.',
  'S4.sidebar.1': 'Sidebar. Shown or hidden, toggled by the menu button.',

  // Section 5: validation
  'S5.message.1': 'Chat message: trimmed;',
  'S5.message.2': 'blank messages are not sent;',
  'S5.message.3': 'line breaks are converted to a line-break tag before sending.',
  'S5.search.1': 'Search: an empty or whitespace query clears results without a request.',

  // Section 6: roles and permissions
  'S6.guest.1': 'Visitor / guest (unauthenticated): guest chat using a stored guest id.',
  'S6.guest.2': 'Starting a new chat sends them to /login.',
  'S6.guest.3': 'No chat list, search, like or logout.',
  'S6.user.1': 'Authenticated user: /chat; create and switch chats, search, like, restart the tour, log out.',

  // Section 7: the calls it makes
  'S7.search.1':
    'GET /api/chats/search (query: userEmail, query): chats (chatId, name, createdAt, matchedMessages) and messages (chatId, messageId, content);',
  'S7.search.2': '(GET /api/chats/search:) merged per chat, sorted newest first',
  'S7.chats.1':
    'GET /api/chats/getChats (query: userEmail): chats array; merged with the existing list by chatId, sorted newest first',
  'S7.history.1': 'GET /api/chats/getChatHistory/{chatId}: messages.messages, each role, content, createdAt',
  'S7.rename.1': 'PUT /api/chats/{chatId}/name (body: newName): success is status 200',
  'S7.init.1':
    'initChat: isGuest; plus userEmail and name for signed-in users; acknowledgement: chatId or error',
  'S7.chat.1': 'chat: chatId, message; plus userEmail (signed in) or isGuest (guest)',
  'S7.chat.2': '(chat, acknowledgement:) error, or response for guests',
  'S7.like.1': 'likeMessage: chatId, messageIndex, liked; acknowledgement: error or messages',
  'S7.incoming.1':
    'Incoming event assistantMessage: chatId, role, content or text, createdAt; appended if it matches the open chat.',
  'S7.transport.1': 'A socket client is used with polling first and upgrade to websocket;',

  // Section 8: error catalogue
  'S8.history.1':
    "History load failure: 'Failed to load chat history. Please try refreshing.' as an error message in the conversation",
  'S8.switch.1': "Chat switch failure: 'Failed to load chat. Please try again.'",
  'S8.creation.1': "Chat creation failure: error text, fallback 'Chat initialization failed'",
  'S8.skip.1': "Skip error: canned assistant message starting 'I understand you'd like to skip ahead...'",
  'S8.logged.1': 'Logged only, not told to the user: search failure (results are cleared),',
  'S8.logged.2': '(Logged only, not told to the user:) server error on sending,',
  'S8.logged.3': '(Logged only, not told to the user:) rename failure,',

  // Section 9: constants and limits
  'S9.name.1': "Chat auto-name length: 20 characters. Default chat name 'Chat {count+1}'.",
  'S9.search.1': "Search snippet: 80 characters, then '...' when longer.",
  'S9.tour.1': 'Tour start delay 2000 ms;',
  'S9.tour.2': 'mobile breakpoint 768 px;',
  'S9.tour.3': 'mobile tour sidebar opens at step 2 after 100 ms and closes at step 7 after 500 ms;',
  'S9.tour.4': 'tour overlay opacity 0.8;',
  'S9.tour.5': 'tooltip maximum width 350 px (280 px on mobile).',
  'S9.thanks.1': 'Scroll to the thank-you message after 100 ms.',
  'S9.socket.1':
    'Socket client: reconnection delay 1 s growing to 5 s maximum with randomisation 0.5; connect timeout 20 s.',
  'S9.chunk.1': 'Script chunk load timeout 120 seconds.',
} as const satisfies Record<string, string>;

export type ClauseId = keyof typeof CHAT_CLAUSES;
