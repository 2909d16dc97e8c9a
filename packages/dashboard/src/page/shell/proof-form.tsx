import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { type Problem, problemOf } from '../api/problem.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { texts } from '../texts/texts.ts'

/** The proof by which a person shows who they are. */
export type Proof =
  | { readonly code: string }
  | { readonly token: string }
  | { readonly user: string; readonly password: string }

/** A proof on its way to the server, and the server's answer. */
export interface GivenProof {
  readonly problem: Problem | undefined
  readonly waitsUntil: number
  readonly isSending: boolean
  readonly give: (proof: Proof) => Promise<void>
}

/** Sends a proof, and keeps what the server had against it. */
export function useProof(sendProof: (proof: Proof) => Promise<void>): GivenProof {
  const [problem, setProblem] = useState<Problem>()
  const [waitsUntil, setWaitsUntil] = useState(0)
  const [isSending, setSending] = useState(false)
  const give = useCallback(
    async (proof: Proof) => {
      setSending(true)
      setProblem(undefined)
      try {
        await sendProof(proof)
      } catch (error) {
        const found = problemOf(error)
        setProblem(found)
        setWaitsUntil(Date.now() + (found.retryAfterMs ?? 0))
      } finally {
        setSending(false)
      }
    },
    [sendProof],
  )
  return { problem, waitsUntil, isSending, give }
}

/** The form for a proof: the code of the terminal, a token, or name and password. */
export function ProofForm({
  proof: { problem, waitsUntil, isSending, give },
  className = '',
}: {
  readonly proof: GivenProof
  readonly className?: string
}): ReactNode {
  const [way, setWay] = useState<'code' | 'token' | 'name'>('code')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const given = (name: string) => String(form.get(name) ?? '').trim()
    if (way === 'code') void give({ code: given('code') })
    else if (way === 'token') void give({ token: given('token') })
    else void give({ user: given('user'), password: given('password') })
  }
  const { login } = texts
  return (
    <form onSubmit={submit} className={`flex flex-col gap-3 ${className}`}>
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
