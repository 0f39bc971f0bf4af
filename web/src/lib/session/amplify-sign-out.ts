/** Loaded when somebody logs out. */
import { signOut } from 'aws-amplify/auth';

/** Revokes this session's tokens and leaves for the hosted UI's logout, which returns to the root. */
export const leaveSignedOut = (): Promise<void> => signOut();
