import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/limits';

/** docs/spec.md quotes some of these texts word for word. */
export const signupCopy = {
  title: 'Sign Up',
  welcomeTo: (product: string) => `Welcome to ${product}`,
  fields: {
    name: 'Full Name',
    email: 'Email',
    password: 'Password',
    confirmPassword: 'Confirm Password',
    inviteCode: 'Invitation Code',
  },
  emailHint: 'We send a code to this address. You need it the first time you log in.',
  passwordHint: `At least ${PASSWORD_MIN_LENGTH} characters. A few unrelated words make a good password.`,
  show: (field: string) => `Show ${field.toLowerCase()}`,
  shown: 'The password is shown.',
  hidden: 'The password is hidden.',
  submit: 'Sign Up',
  submitting: 'Signing up...',
  succeeded: 'Signup successful!',
  failed: 'Signup failed',
  failedRetry: 'Signup failed. Please try again.',
  mismatch: "Passwords don't match. Please try again.",
  missing: (field: string) => `${field} is required.`,
  emailInvalid: 'Enter a valid email address.',
  passwordShort: `Use at least ${PASSWORD_MIN_LENGTH} characters.`,
  passwordLong: `Use at most ${PASSWORD_MAX_LENGTH} characters.`,
  haveAccount: 'Already have an account?',
  login: 'Login',
  noCode: 'No invitation code?',
  joinWaitlist: 'Join the waitlist',
} as const;

export const resetCopy = {
  title: 'Choose a new password',
  fields: { email: 'Email', code: 'Code', password: 'New Password' },
  submit: 'Change password',
  submitting: 'Changing...',
  succeeded: 'Your password is changed. You can log in with it now.',
  failed: 'The password was not changed. Please try again.',
} as const;
