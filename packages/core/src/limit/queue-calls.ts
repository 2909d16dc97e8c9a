import type { Clock } from '../clock/clock.ts'
import type { QueueSettings } from './limit-settings.ts'
import type { Limiter, LimitGrant, LimitRequest } from './limiter.ts'
import { concurrencyRetryMs } from './limits-of.ts'

/** The options of a queue before a limiter. */
export interface QueueOptions {
  readonly clock: Clock
  /** Read with each call that has to wait. */
  readonly settings: () => QueueSettings
}

interface WaitingCall {
  readonly request: LimitRequest
  /** The time at which the call is refused if it still waits. */
  readonly until: number
  readonly answer: PromiseWithResolvers<LimitGrant>
  hasLeft: boolean
}

interface Queue {
  readonly waiting: WaitingCall[]
  wake(): void
}

/**
 * Lets the calls that a limiter refuses wait for their place. The calls of a session go on in the order in which they came, and are
 * refused beyond the number of waiting calls and the time that the settings allow, or at once if their place comes too late. One that
 * a person has approved waits as long as it takes.
 */
export function queueCalls(limiter: Limiter, { clock, settings }: QueueOptions): Limiter {
  const queues = new Map<string, Queue>()
  const wakeAll = () => {
    for (const queue of queues.values()) queue.wake()
  }

  return {
    acquire: (request, signal) => {
      const queue = queues.get(request.principal.session)
      if (queue !== undefined) return join(queue, request, signal)
      const grant = limiter.acquire(request)
      if (!(grant instanceof Promise) && grant.status === 'granted') return wakingOthers(grant)
      if (settings().calls === 0 && !request.again) return grant
      return join(open(request.principal.session, grant), request, signal)
    },
  }

  /** A place that is given back lets the next call try. */
  function wakingOthers(grant: LimitGrant): LimitGrant {
    if (grant.status !== 'granted') return grant
    return {
      status: 'granted',
      release: () => {
        grant.release()
        wakeAll()
      },
    }
  }

  function asQueued(grant: LimitGrant): LimitGrant {
    return grant.status === 'granted' ? { ...grant, queued: true } : grant
  }

  function open(session: string, firstAnswer: LimitGrant | Promise<LimitGrant>): Queue {
    const queue: Queue = { waiting: [], wake: () => undefined }
    queues.set(session, queue)
    void serve(queue, firstAnswer).finally(() => queues.delete(session))
    return queue
  }

  function join(queue: Queue, request: LimitRequest, signal: AbortSignal | undefined): Promise<LimitGrant> {
    const { calls, waitMs } = settings()
    if (queue.waiting.length >= calls && !request.again) {
      return Promise.resolve({
        status: 'refused',
        limit: 'waiting calls per session',
        retryAfterMs: concurrencyRetryMs,
      })
    }
    const answer = Promise.withResolvers<LimitGrant>()
    const call: WaitingCall = {
      request,
      until: request.again ? Infinity : clock.now() + waitMs,
      answer,
      hasLeft: false,
    }
    const leave = () => {
      call.hasLeft = true
      answer.resolve({ status: 'aborted' })
      queue.wake()
    }
    queue.waiting.push(call)
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
    return answer.promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  async function serve(queue: Queue, firstAnswer: LimitGrant | Promise<LimitGrant>): Promise<void> {
    let pending: LimitGrant | Promise<LimitGrant> | undefined = firstAnswer
    // The call that opened the queue joins it right after this.
    await Promise.resolve()
    for (let call = queue.waiting[0]; call !== undefined; call = queue.waiting[0]) {
      const answering: LimitGrant | Promise<LimitGrant> | undefined = pending
      pending = undefined
      if (await isAnswered(call, queue, answering)) queue.waiting.shift()
    }
  }

  /** Tries to get a call its place. Resolves to false if the call has to wait and then try again. */
  async function isAnswered(
    call: WaitingCall,
    queue: Queue,
    answering: LimitGrant | Promise<LimitGrant> | undefined,
  ): Promise<boolean> {
    if (call.hasLeft && answering === undefined) return true
    try {
      const grant = await (answering ?? limiter.acquire(call.request))
      if (call.hasLeft) {
        if (grant.status === 'granted') grant.release()
        return true
      }
      if (grant.status === 'refused' && clock.now() + grant.retryAfterMs <= call.until) {
        await untilWoken(queue, grant.retryAfterMs)
        return false
      }
      call.answer.resolve(asQueued(wakingOthers(grant)))
    } catch (error) {
      call.answer.reject(error)
    }
    return true
  }

  async function untilWoken(queue: Queue, delayMs: number): Promise<void> {
    const woken = Promise.withResolvers<void>()
    queue.wake = woken.resolve
    using _timer = clock.after(delayMs, woken.resolve, 'kept-alive')
    await woken.promise
  }
}
