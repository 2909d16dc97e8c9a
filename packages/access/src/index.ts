export { type AccessChange, onAccessChange } from './account/access-changes.ts'
export { type Attempt, type Attempts, createAttempts } from './account/attempts.ts'
export {
  type BrowserSession,
  type BrowserSessions,
  createBrowserSessions,
  type SessionHalves,
  type SessionTimes,
} from './account/browser-sessions.ts'
export { type ApiKey, createKeys, type Keys, keyPrefix, type NewKey } from './account/keys.ts'
export {
  createOneTimeCodes,
  type LoginCode,
  type OneTimeCodes,
  type SocketTicket,
} from './account/one-time-codes.ts'
export { createSessionKeys, type SessionKeys, type SessionSender } from './account/session-keys.ts'
export {
  createUsers,
  type NewUser,
  type User,
  type UserChange,
  type UserChanged,
  type UserCreated,
  type Users,
} from './account/users.ts'
export type { PolicyChanged, RunReported } from './room.ts'
export { type GatewaySection, gatewayDefaults } from './section.ts'
