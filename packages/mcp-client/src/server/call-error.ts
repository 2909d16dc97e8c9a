import { NetError, type NetErrorReason } from '@drawbridge/net'
import {
  InsufficientScopeError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SseError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { isLostAnswer } from '../link/lost-answers.ts'
import { readScopes } from '../login/protocol/choose-scopes.ts'
import { LoginError, LoginNeededError } from '../login/protocol/login-error.ts'
import { loginCommandOf } from '../login/tokens-of-server.ts'

/** The meaning of an error of a request to a server. */
export type CallError =
  /** The server never got the request: its session had ended, or the connection was gone before. */
  | { readonly kind: 'not sent' }
  /** The connection broke after the request was sent. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'timed out' }
  /** @property reason Undefined if the server only refused. */
  | { readonly kind: 'login'; readonly reason?: string }
  /** The parameters that the server mirrors in headers are others by now. */
  | { readonly kind: 'stale headers' }
  /** An answer of the server itself. */
  | { readonly kind: 'answered'; readonly code: number; readonly message: string }
  | { readonly kind: 'other'; readonly message: string }

const headerMismatch = -32_020

/** Failures of a request that the server may have got all the same. */
const afterSending: ReadonlySet<NetErrorReason> = new Set<NetErrorReason>([
  'connection_lost',
  'protocol_error',
  'headers_timeout',
  'idle_timeout',
  'total_timeout',
  'headers_too_large',
  'truncated_body',
  'undecodable_body',
  'unsupported_encoding',
])

/** Answers of something in front of the server, which may have passed the request on. */
const answersOfProxies: readonly (number | undefined)[] = [502, 504]

/** Failures before anything was sent. */
const beforeSending: ReadonlySet<NetErrorReason> = new Set<NetErrorReason>([
  'connection_failed',
  'connect_timeout',
  'no_address',
  'resolve_failed',
  'tls_failed',
])

/** Reads an error of the SDK. Pure. */
export function readCallError(error: unknown): CallError {
  if (isLostAnswer(error)) return { kind: 'lost' }
  if (LoginNeededError.isInstance(error) || LoginError.isInstance(error))
    return { kind: 'login', reason: error.message }
  if (error instanceof InsufficientScopeError) {
    const scopes = readScopes(error.requiredScope).filter((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(scope))
    return { kind: 'login', reason: `It demands further scopes: ${scopes.slice(0, 20).join(' ')}.` }
  }
  if (error instanceof UnauthorizedError) return { kind: 'login' }
  if (SdkHttpError.isInstance(error)) return readStatus(error.status)
  if (error instanceof SseError) return readStatus(error.code)
  if (NetError.isInstance(error)) {
    if (beforeSending.has(error.reason)) return { kind: 'not sent' }
    return afterSending.has(error.reason) ? { kind: 'lost' } : { kind: 'other', message: error.message }
  }
  if (SdkError.isInstance(error)) {
    switch (error.code) {
      case SdkErrorCode.RequestTimeout:
        return { kind: 'timed out' }
      case SdkErrorCode.NotConnected:
        return { kind: 'not sent' }
      case SdkErrorCode.ConnectionClosed:
        return { kind: 'lost' }
      default:
        return { kind: 'other', message: error.message }
    }
  }
  if (error instanceof ProtocolError) {
    if (error.code === headerMismatch) return { kind: 'stale headers' }
    return { kind: 'answered', code: error.code, message: error.message }
  }
  const message = error instanceof Error ? error.message : String(error)
  const posted = /^Error POSTing to endpoint \(HTTP (\d+)\)/.exec(message)?.[1]
  if (posted !== undefined) return readStatus(Number(posted))
  if (message === 'Not connected' || message.startsWith('The program of the server')) return { kind: 'not sent' }
  return { kind: 'other', message }
}

/** Returns what a person has to do about a refused login. */
export function loginReason(server: string, { reason = 'It needs a login.' }: { readonly reason?: string }): string {
  const command = loginCommandOf({ server, owner: '' })
  const saysHow = reason.includes(command) || reason.includes('"auth.')
  return saysHow ? reason : `${reason} Log in with: ${command}`
}

function readStatus(status: number | undefined): CallError {
  if (answersOfProxies.includes(status)) return { kind: 'lost' }
  if (status === 404) return { kind: 'not sent' }
  if (status === 401) return { kind: 'login' }
  return { kind: 'other', message: `The server answered with the status ${status}.` }
}
