/** Specification of the waitlist and sign-up, clause by clause; see chat-clauses.ts. */
export const SIGN_UP_CLAUSES = {
  // Section 2: screens and routes
  'S2.register.1': '/register (visitors): Signup form.',
  'S2.thanks.1':
    "/thank-you (visitors): Waitlist confirmation: 'Thank You! for joining the waitlist. We'll be in touch.'",
  'S2.waitlist.1':
    "Text 'Welcome To', a logo, and 'This page is accessible by invitation only. Please provide your email to join the waitlist.'",
  'S2.waitlist.2': "Email input with placeholder 'Enter your email'.",
  'S2.waitlist.3': 'A submit arrow is disabled while the input is empty.',
  'S2.waitlist.4': 'Enter also submits.',
  'S2.signup.1':
    "Heading 'Welcome to ...'. Fields: Full Name, Email, Password (show/hide toggle), Confirm Password (show/hide toggle), Invitation Code.",
  'S2.signup.2': 'A Sign Up button and a link to Login.',
  'S2.signup.3': 'Errors are shown in red, success in green.',

  // Section 3: entities
  'S3.waitlist.1': 'Waitlist entry: email.',
  'S3.signup.1': 'Signup payload: name, email, password, inviteCode. The confirm-password value is not sent.',

  // Section 4: states and transitions
  'S4.waitlist.1':
    "On success shows 'Thank you for joining the waitlist. We’ll be in touch.', clears the input and goes to /thank-you.",
  'S4.signup.1': "On success shows 'Signup successful!' and after 1 second goes to /login.",

  // Section 5: validation rules
  'S5.waitlist.1': 'Waitlist: email trimmed; an empty value is not submitted.',
  'S5.waitlist.2': '(Waitlist:) No format check beyond the email input type.',
  'S5.signup.1': 'Signup: all five fields required.',
  'S5.signup.2': 'Full Name accepts only letters and whitespace (other characters are ignored as typed).',
  'S5.signup.3': 'Email must be valid.',
  'S5.signup.4': 'Password minimum 8 characters; Confirm Password minimum 8.',
  'S5.signup.5':
    "Passwords must match, else 'Passwords don't match. Please try again.' is shown and nothing is sent.",

  // Section 6: roles and permissions
  'S6.signup.1': 'Signup requires an invitation code.',

  // Section 8: error catalogue
  'S8.waitlist.1': "Waitlist non-ok response: alert 'Failed to submit email. Please try again.'",
  'S8.waitlist.2': "Waitlist network failure: alert 'Something went wrong.'",
  'S8.signup.1':
    "Signup error: server message or 'Signup failed'; fallback 'Signup failed. Please try again.'",
  'S8.signup.2': "Password mismatch: 'Passwords don't match. Please try again.'",

  // Section 9: business constants
  'S9.signup.1': 'Minimum password length 8.',
  'S9.signup.2': 'Redirect to /login 1 second after signup.',
} as const;
