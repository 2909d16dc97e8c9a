import { type ReactNode, useEffect, useState } from 'react'
import { serverNow, toTime } from '../api/server-clock.ts'
import { formatAgo, formatTime } from '../texts/format.ts'

/** Returns the server's time, in milliseconds since the Unix epoch, and renders again each second. */
export function useSecond(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A time relative to now, with the exact one for pointers, screen readers and copying. */
export function Ago({ time }: { readonly time: string | number | undefined }): ReactNode {
  if (time === undefined) return '–'
  const at = toTime(time)
  return (
    <time dateTime={Number.isFinite(at) ? new Date(at).toISOString() : undefined} title={formatTime(time)}>
      {formatAgo(time)}
    </time>
  )
}
