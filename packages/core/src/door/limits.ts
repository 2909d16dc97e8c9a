export { createLimiter, type LimiterOptions } from '../limit/create-limiter.ts'
export {
  type BucketSettings,
  defaultLimitSettings,
  type LimitSettings,
  type QueueSettings,
  type WindowSettings,
} from '../limit/limit-settings.ts'
export { type Limiter, type LimitGrant, type LimitRequest, unlimited } from '../limit/limiter.ts'
export {
  type BucketLevel,
  concurrencyRetryMs,
  type Limit,
  limitsOf,
  longestWait,
  refill,
  slide,
  waitForPlace,
  waitForToken,
} from '../limit/limits-of.ts'
export {
  createLockTable,
  type LockHolder,
  type LockRequest,
  type LockTable,
  type LockTaker,
} from '../limit/lock-table.ts'
export { type QueueOptions, queueCalls } from '../limit/queue-calls.ts'
export { defaultRunSettings } from '../pipeline/run-context.ts'
export { defaultTurnLimits, type TurnLimits } from '../schedule/turn-state.ts'
