import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { connection } from '../api/connection.ts'
import { meQuery } from '../api/me.ts'
import { ProblemError } from '../api/problem.ts'
import { keepSessionHalf, readSessionHalf } from '../api/session-half.ts'
import { ProblemNote, Skeleton } from '../parts/states.tsx'
import { Frame } from './frame.tsx'
import { Login } from './login.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

/** The whole page: the login, or the frame with the pages. Nothing is read from the server before the login. */
export function App(): ReactNode {
  useKeptFocus()
  const client = useQueryClient()
  // A code in the address signs in again, the person that was signed in before.
  const [isSignedIn, setSignedIn] = useState(
    () => readSessionHalf() !== undefined && !location.hash.startsWith('#code='),
  )
  const me = useQuery({ ...meQuery, enabled: isSignedIn })
  const isRefused = me.error instanceof ProblemError && me.error.problem.status === 401
  useEffect(() => {
    if (!isRefused) return
    keepSessionHalf(undefined)
    setSignedIn(false)
    client.removeQueries()
  }, [isRefused, client])
  const isReady = me.data !== undefined && isSignedIn && !isRefused
  useEffect(() => {
    if (!isReady) return
    connection.open()
    // The person and what they may still see are read at once, so that nothing of what they saw stays on the screen.
    const ending = connection.onEnd(() => void client.invalidateQueries(meQuery))
    return () => {
      ending()
      connection.close()
    }
  }, [isReady, client])

  if (!isSignedIn) return <Login onDone={() => setSignedIn(true)} />
  if (me.data !== undefined) return <Frame me={me.data} />
  if (me.error !== null) return <ProblemNote error={me.error} onRetry={() => void me.refetch()} />
  return <Skeleton />
}
