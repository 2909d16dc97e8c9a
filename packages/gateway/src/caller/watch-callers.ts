import { onAccessChange } from '@drawbridge/access'
import type { Database } from '@drawbridge/store/database'
import type { Access } from '../server/open-access.ts'
import { callerOfKeyId, callerOfSession } from './authenticate.ts'
import { type Caller, isAtLeast } from './caller.ts'

/** The callers for whom something is being done, on one node. */
export interface CallerWatch extends Disposable {
  /** Aborts the signal if the caller is in force no more: its key is revoked, its user switched off or removed, its session over. */
  watch(caller: Caller): WatchedCaller
}

/** A caller for whom something is being done, until it is disposed. */
export interface WatchedCaller extends Disposable {
  readonly signal: AbortSignal
}

/** Watches the callers of a node. Whichever node changed their rights, all are told. */
export async function watchCallers(
  database: Database,
  { access, onError }: { readonly access: Access; onError(error: unknown): void },
): Promise<CallerWatch> {
  const watched = new Map<AbortController, Caller>()
  const look = async (controller: AbortController, before: Caller) => {
    const now = await callerNow(before, access)
    if (now === undefined || !isAtLeast(now.user.role, before.user.role)) controller.abort()
  }
  const changes = await onAccessChange(database, (change) => {
    for (const [controller, caller] of watched)
      if (change.kind === 'all' || isOf(change.id, caller)) void look(controller, caller).catch(onError)
  })
  return {
    watch: (caller) => {
      const controller = new AbortController()
      watched.set(controller, caller)
      // It may have ended between its check and now.
      void look(controller, caller).catch(onError)
      return { signal: controller.signal, [Symbol.dispose]: () => void watched.delete(controller) }
    },
    [Symbol.dispose]: () => changes[Symbol.dispose](),
  }
}

/** Returns true if an id is that of a caller's user, key or session. */
export function isOf(id: string, { user, key, session }: Caller): boolean {
  return id === user.id || id === key?.id || id === session?.id
}

/** Returns a caller as it is now; undefined if it is in force no more. */
export function callerNow({ session, key }: Caller, access: Access): Promise<Caller | undefined> {
  return session === undefined ? callerOfKeyId(key?.id ?? '', access) : callerOfSession(session.id, access)
}
