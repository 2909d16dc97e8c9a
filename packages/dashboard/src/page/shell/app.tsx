import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { connection } from '../api/connection.ts'
import { meQuery } from '../api/me.ts'
import { ProblemError } from '../api/problem.ts'
import { keepSessionHalf, readSessionHalf } from '../api/session-half.ts'
import { ProblemNote, Skeleton } from '../parts/states.tsx'
import { Frame } from './frame.tsx'
import { Login } from './login.tsx'

/** The whole page: the login, or the frame with the pages. Nothing is read from the server before the login. */
export function App(): ReactNode {
  const client = useQueryClient()
  const hasCode = location.hash.startsWith('#code=')
  const isSignedIn = readSessionHalf() !== undefined && !hasCode
  const me = useQuery({ ...meQuery, enabled: isSignedIn })
  const isRefused = me.error instanceof ProblemError && me.error.problem.status === 401
  useEffect(() => {
    if (isRefused) keepSessionHalf(undefined)
  }, [isRefused])
  const isReady = me.data !== undefined && isSignedIn && !isRefused
  useEffect(() => {
    if (!isReady) return
    connection.open()
    return () => connection.close()
  }, [isReady])

  if (!isSignedIn || isRefused) return <Login onDone={() => void client.resetQueries()} />
  if (me.data !== undefined) return <Frame me={me.data} />
  if (me.error !== null) return <ProblemNote error={me.error} onRetry={() => void me.refetch()} />
  return <Skeleton />
}
