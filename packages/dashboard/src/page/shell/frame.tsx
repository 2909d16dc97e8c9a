import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Navigate, Route, Routes, useLocation, useNavigate } from 'react-router'
import { type Me, mayUse } from '../api/me.ts'
import { openApprovalsPath } from '../api/open-approvals-path.ts'
import { type Listing, useLiveQuery } from '../api/use-live-query.ts'
import type { ListedPage } from '../pages/page.ts'
import { EmptyState, Skeleton } from '../parts/states.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { texts } from '../texts/texts.ts'
import { Guard } from './guard.tsx'
import { KeySheet } from './key-sheet.tsx'
import { listedPages } from './listed-pages.ts'
import { Navigation, PhoneNavigation } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { ProveAgain } from './prove-again.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame around every page: navigation, the top bar, the palette, the sheet of keys. */
export function Frame({ me }: { readonly me: Me }): ReactNode {
  const allowed = listedPages(me)
  const [open, setOpen] = useState<'palette' | 'keys'>()
  const [isGoing, setGoing] = useState(false)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const current = allowed.find(({ address }) => `${pathname}/`.startsWith(`${address}/`))
  const waiting = useWaiting(me)
  const main = useRef<HTMLElement>(null)

  useEffect(() => {
    const title = current === undefined ? 'Drawbridge' : `${current.title} · Drawbridge`
    document.title = waiting > 0 ? `(${waiting}) ${title}` : title
  }, [current, waiting])

  useGoKeys(allowed, isGoing, setGoing, (address) => navigate(address))
  useKeys({
    '?': () => setOpen('keys'),
    'mod+k': () => setOpen('palette'),
    g: isGoing ? undefined : () => setGoing(true),
    '/': () => document.querySelector<HTMLInputElement>('main input[type=search]')?.focus(),
  })

  const first = allowed[0]?.address ?? '/settings'
  return (
    <div className="flex h-dvh flex-col">
      <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-surface focus:p-2">
        {texts.shell.skip}
      </a>
      <TopBar me={me} title={current?.title ?? ''} onSearch={() => setOpen('palette')} />
      <div className="flex min-h-0 flex-1">
        <Navigation pages={allowed} current={current?.id} waiting={waiting} />
        <main id="main" ref={main} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col overflow-auto">
          <Guard key={current?.id ?? pathname}>
            <Suspense fallback={<Skeleton />}>
              <Routes>
                <Route path="/" element={<Navigate to={first} replace />} />
                {allowed.map(({ id, address, Page }) => (
                  <Route key={id} path={`${address}/*`} element={<Page />} />
                ))}
                <Route path="*" element={<NotHere />} />
              </Routes>
            </Suspense>
          </Guard>
        </main>
      </div>
      <PhoneNavigation pages={allowed} current={current?.id} waiting={waiting} />
      <ProveAgain />
      {open === 'palette' ? <Palette pages={allowed} onClose={() => setOpen(undefined)} /> : null}
      {open === 'keys' ? <KeySheet pages={allowed} current={current?.id} onClose={() => setOpen(undefined)} /> : null}
    </div>
  )
}

/** Returns the number of open questions, which the title of the tab shows too. */
function useWaiting(me: Me): number {
  const path = mayUse(me, 'listApprovals') ? openApprovalsPath : undefined
  const { data } = useLiveQuery<Listing<unknown>>(path, ['approvals'])
  return data?.items.length ?? 0
}

/** After `g`, the next key goes to a page. */
function useGoKeys(
  allowed: readonly ListedPage[],
  isGoing: boolean,
  setGoing: (isGoing: boolean) => void,
  goTo: (address: string) => void,
): void {
  const latest = useRef({ allowed, setGoing, goTo })
  latest.current = { allowed, setGoing, goTo }
  useEffect(() => {
    if (!isGoing) return
    const onKey = (event: KeyboardEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      latest.current.setGoing(false)
      const page = latest.current.allowed.find(({ key }) => key === event.key)
      if (page !== undefined) latest.current.goTo(page.address)
    }
    window.addEventListener('keydown', onKey, { capture: true, once: true })
    const timer = setTimeout(() => latest.current.setGoing(false), 1_500)
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true })
      clearTimeout(timer)
    }
  }, [isGoing])
}

function NotHere(): ReactNode {
  return (
    <EmptyState title={texts.states.notHere}>
      <Link className="text-accent underline" to="/">
        {texts.shell.home}
      </Link>
    </EmptyState>
  )
}
