import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { type Problem, problemOf } from '../api/problem.ts'
import { send } from '../api/request.ts'
import { keepSessionHalf } from '../api/session-half.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { texts } from '../texts/texts.ts'

type Proof =
  | { readonly code: string }
  | { readonly token: string }
  | { readonly user: string; readonly password: string }

/** The login: by the code of the terminal, which may come in the address, by a token, or by name and password. */
export function Login({ onDone }: { readonly onDone: () => void }): ReactNode {
  const [way, setWay] = useState<'code' | 'token' | 'name'>('code')
  const [problem, setProblem] = useState<Problem>()
  const [waitsUntil, setWaitsUntil] = useState(0)
  const [isSending, setSending] = useState(false)
  const started = useRef(false)

  const signIn = useCallback(
    async (proof: Proof) => {
      setSending(true)
      setProblem(undefined)
      try {
        const { body } = await send<{ half?: string; session?: string }>('POST', '/auth/login', { body: proof })
        keepSessionHalf(body.half ?? body.session)
        onDone()
      } catch (error) {
        const found = problemOf(error)
        setProblem(found)
        setWaitsUntil(Date.now() + (found.retryAfterMs ?? 0))
      } finally {
        setSending(false)
      }
    },
    [onDone],
  )

  useEffect(() => {
    const [, code] = /^#code=([\w-]+)$/.exec(location.hash) ?? []
    if (code === undefined || started.current) return
    started.current = true
    // The code leaves the address bar and the history before it is used.
    history.replaceState(null, '', location.pathname)
    void signIn({ code })
  }, [signIn])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = (name: string) => String(form.get(name) ?? '').trim()
    if (way === 'code') void signIn({ code: given('code') })
    else if (way === 'token') void signIn({ token: given('token') })
    else void signIn({ user: given('user'), password: given('password') })
  }
  const { login } = texts
  return (
    <main className="mx-auto flex min-h-screen max-w-sm flex-col justify-center gap-4 p-4">
      <h1 className="text-lg font-semibold">Drawbridge</h1>
      <form onSubmit={submit} className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
        <label className="flex flex-col gap-1">
          <span className="text-xs font-medium text-muted">{login.way}</span>
          <select
            className="min-h-9 rounded-sm border border-control bg-surface px-2"
            value={way}
            onChange={(event) => setWay(event.target.value as typeof way)}
          >
            <option value="code">{login.byCode}</option>
            <option value="token">{login.byToken}</option>
            <option value="name">{login.byName}</option>
          </select>
        </label>
        {way === 'code' ? <Field name="code" label={login.code} autoComplete="one-time-code" mono /> : null}
        {way === 'token' ? <Field name="token" label={login.token} type="password" autoComplete="off" mono /> : null}
        {way === 'name' ? (
          <>
            <Field name="user" label={login.user} autoComplete="username" />
            <Field name="password" label={login.password} type="password" autoComplete="current-password" />
          </>
        ) : null}
        <Button type="submit" look="filled" inert={isSending}>
          {login.signIn}
        </Button>
        <p role="alert" className="min-h-5 text-deny">
          {problem === undefined ? '' : <LoginProblem problem={problem} waitsUntil={waitsUntil} />}
        </p>
      </form>
      <p className="text-muted">{login.where}</p>
    </main>
  )
}

function LoginProblem({ problem, waitsUntil }: { readonly problem: Problem; readonly waitsUntil: number }): ReactNode {
  const [left, setLeft] = useState(waitsUntil - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(waitsUntil - Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [waitsUntil])
  if (left > 0) return texts.login.wait(Math.ceil(left / 1_000))
  return problem.status === 401 ? texts.login.wrong : problem.title
}
