import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { write } from '../../api/request.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { Modal } from '../../parts/modal.tsx'
import { ProblemNote } from '../../parts/states.tsx'
import { texts } from '../../texts/texts.ts'

/** The answer to a look at a server that was not added yet. */
interface Offer {
  readonly problem: string | null
  readonly version: string | null
  readonly text: string
}

interface NewServer {
  readonly id: string
  readonly server: Readonly<Record<string, unknown>>
}

type Stage =
  | { readonly at: 'entering'; readonly error?: unknown }
  | { readonly at: 'looking' }
  | { readonly at: 'seen'; readonly wanted: NewServer; readonly offer: Offer; readonly error?: unknown }

/** Adds an MCP server: the person sees what it offers, and agrees to exactly that. */
export function AddServer({ onClose }: { onClose(added?: string): void }): ReactNode {
  const [stage, setStage] = useState<Stage>({ at: 'entering' })
  const isSending = useRef(false)
  const client = useQueryClient()
  const words = texts.resources.addServer
  const once = async (act: () => Promise<void>) => {
    if (isSending.current) return
    isSending.current = true
    await act().finally(() => {
      isSending.current = false
    })
  }
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void once(async () => {
      setStage({ at: 'looking' })
      try {
        const wanted = enteredServer(form)
        setStage({ at: 'seen', wanted, offer: await write<Offer>('POST', '/mcp/servers/preview', wanted) })
      } catch (error) {
        setStage({ at: 'entering', error })
      }
    })
  }
  const add = (seen: Extract<Stage, { at: 'seen' }>, version: string | null) =>
    void once(async () => {
      try {
        await write('POST', '/mcp/servers', { ...seen.wanted, ...(version === null ? {} : { version }) })
        void client.invalidateQueries({ queryKey: ['/mcp/servers'] })
        onClose(seen.wanted.id)
      } catch (error) {
        setStage({ ...seen, error })
      }
    })
  return (
    <Modal title={texts.resources.create(texts.pages.servers)} onClose={() => onClose()} wide>
      <form
        onSubmit={look}
        // The offer that was seen is no longer that of what would be added.
        onChange={() => setStage({ at: 'entering' })}
        className="flex flex-col gap-3"
      >
        <Field name="id" label={words.name} autoComplete="off" mono required />
        <Field name="launch" label={words.launch} autoComplete="off" mono required />
        <LongField name="arguments" label={words.arguments} rows={3} />
        <LongField name="settings" label={words.settings} rows={3} hint={words.settingsHint} />
        <Button
          type="submit"
          look={stage.at === 'seen' ? 'outlined' : 'filled'}
          inert={stage.at === 'looking'}
          className="self-start"
        >
          {words.look}
        </Button>
      </form>
      <p role="status" className="mt-2 text-muted">
        {stage.at === 'looking' ? words.looking : ''}
      </p>
      {stage.at === 'looking' || stage.error === undefined ? null : <ProblemNote error={stage.error} />}
      {stage.at === 'seen' ? <OfferView offer={stage.offer} onAdd={(version) => add(stage, version)} /> : null}
    </Modal>
  )
}

function OfferView({
  offer: { problem, version, text },
  onAdd,
}: {
  readonly offer: Offer
  readonly onAdd: (version: string | null) => void
}): ReactNode {
  const words = texts.resources.addServer
  return (
    <section aria-label={words.offer} className="flex flex-col gap-3">
      {problem === null ? (
        <div
          className="max-h-96 overflow-auto rounded-sm border border-line bg-sunken p-2"
          tabIndex={0}
          role="group"
          aria-label={words.offer}
        >
          <ForeignText text={text} mono />
        </div>
      ) : (
        <p role="alert" className="rounded-md border border-deny bg-deny-tint p-3">
          <span className="font-semibold text-deny">{words.unreachable}</span> <ForeignText text={problem} />
        </p>
      )}
      <p className="text-muted">
        {words.later} {words.addOnlyHint}
      </p>
      <div className="flex flex-wrap gap-2">
        {version === null ? null : <Button onClick={() => onAdd(version)}>{words.agree}</Button>}
        <Button onClick={() => onAdd(null)}>{words.addOnly}</Button>
      </div>
    </section>
  )
}

function LongField({
  label,
  hint,
  ...rest
}: {
  readonly name: string
  readonly label: string
  readonly rows: number
  readonly hint?: string
}): ReactNode {
  return (
    <label className="flex flex-col gap-1">
      <span className="text-xs font-medium text-muted">{label}</span>
      <textarea {...rest} spellCheck={false} className="rounded-sm border border-control bg-surface p-2 font-mono" />
      {hint === undefined ? null : <span className="text-xs text-muted">{hint}</span>}
    </label>
  )
}

/**
 * Returns the server that was entered.
 * @throws SyntaxError for further settings that are not JSON.
 */
function enteredServer(form: FormData): NewServer {
  const entered = (name: string) => String(form.get(name) ?? '').trim()
  const [launch, settings] = [entered('launch'), entered('settings')]
  const lines = entered('arguments')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const start = /^https?:\/\//.test(launch)
    ? { url: launch }
    : { command: launch, ...(lines.length === 0 ? {} : { args: lines }) }
  return { id: entered('id'), server: { ...(settings === '' ? {} : (JSON.parse(settings) as object)), ...start } }
}
