import { NetError } from '../client/net-error.ts'
import type { ProxyAnswer } from './proxy-answer.ts'
import { type ProxyRefusal, refuseProxy } from './proxy-refusal.ts'

/** Returns the client's answer for a refusal. */
export function answerTo({ rule, reason }: ProxyRefusal, advice: string): ProxyAnswer {
  if (rule === 'malformed_request') return { status: 400, text: reason }
  return { status: 403, text: `Refused by Drawbridge: ${reason}${rule === 'host_not_allowed' ? ` ${advice}` : ''}` }
}

/** A refusal of the judgement, or undefined for a fault on the way. */
export function refusalOf(error: unknown): ProxyRefusal | undefined {
  if (!NetError.isInstance(error) || error.code !== 'blocked_address') return undefined
  return refuseProxy(error.reason as ProxyRefusal['rule'], error.message)
}

/** Returns the client's answer for a fault. The system's message is only for the operator. */
export function answerToFault(error: unknown): ProxyAnswer {
  if (!NetError.isInstance(error)) return { status: 502, text: 'The proxy failed.' }
  return { status: error.code === 'timeout' ? 504 : 502, text: error.message }
}
