import { useQueryClient } from '@tanstack/react-query'
import { Moon, Search, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { connection, useConnection } from '../api/connection.ts'
import { type Me, nameOf } from '../api/me.ts'
import { write } from '../api/request.ts'
import { keepSessionHalf } from '../api/session-half.ts'
import { Button } from '../parts/button.tsx'
import { formatClock } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'

/** The bar over every page: its title, the search, the connection, the theme, the person. */
export function TopBar({
  me,
  title,
  onSearch,
}: {
  readonly me: Me
  readonly title: string
  readonly onSearch: () => void
}): ReactNode {
  const client = useQueryClient()
  const signOut = async () => {
    await write('POST', '/auth/logout').catch(() => undefined)
    connection.close()
    keepSessionHalf(undefined)
    client.clear()
    location.assign('/')
  }
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-3 border-b border-line bg-surface px-3">
      <h1 className="me-auto text-lg font-semibold max-sm:text-md">{title}</h1>
      <Button look="quiet" onClick={onSearch} keyName="Ctrl K">
        <Search size={16} aria-hidden="true" />
        <span className="max-md:sr-only">{texts.shell.search}</span>
      </Button>
      <ConnectionMark />
      <ThemeButton />
      <details className="relative">
        <summary className="min-h-9 list-none content-center rounded-sm px-2 hover:bg-sunken">{nameOf(me)}</summary>
        <div className="absolute end-0 z-20 mt-1 w-56 rounded-md border border-line bg-surface p-3 shadow-lg">
          <p>{texts.roles[me.role]}</p>
          <p className="foreign mb-2 text-xs text-muted">{texts.shell.node(me.node, me.build)}</p>
          <Button onClick={() => void signOut()}>{texts.shell.signOut}</Button>
        </div>
      </details>
    </header>
  )
}

/** Says if what is shown is what is. */
function ConnectionMark(): ReactNode {
  const { phase, since, isOutdated } = useConnection()
  const { shell } = texts
  const words = {
    connecting: shell.connecting,
    live: shell.live,
    polling: shell.polling,
    reconnecting: shell.reconnecting,
    offline: shell.offline(formatClock(since ?? Date.now())),
  }[phase]
  const look = {
    connecting: 'text-muted',
    live: 'text-allow',
    polling: 'text-ask',
    reconnecting: 'text-ask',
    offline: 'rounded-sm bg-deny-tint px-2 font-semibold text-deny',
  }[phase]
  return (
    <span className="flex items-center gap-2">
      <span role="status" className={look} data-connection={phase}>
        <span aria-hidden="true">{phase === 'live' ? '● ' : '○ '}</span>
        <span className={phase === 'live' ? 'max-sm:sr-only' : ''}>{words}</span>
      </span>
      {isOutdated === true ? <Button onClick={() => location.reload()}>{shell.reloadNew}</Button> : null}
    </span>
  )
}

function ThemeButton(): ReactNode {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? 'light')
  const other = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  const change = () => {
    document.documentElement.dataset.theme = other
    localStorage.setItem('drawbridge.theme', other)
    setTheme(other)
  }
  return (
    <Button look="quiet" onClick={change} aria-label={texts.shell.theme[other]} title={texts.shell.theme[other]}>
      <Icon size={16} aria-hidden="true" />
    </Button>
  )
}
