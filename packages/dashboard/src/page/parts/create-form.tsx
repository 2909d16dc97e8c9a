import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { write } from '../api/request.ts'
import { texts } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { JsonTree } from './json-tree.tsx'
import { Modal } from './modal.tsx'
import type { FormField, Item, ItemCreation, ResourceDefinition } from './resource-definition.ts'
import { ProblemNote } from './states.tsx'

/** The form that adds an item to a list. */
export function CreateForm({
  definition,
  create: { path, method = 'POST', fields, showsAnswer = false },
  onClose,
}: {
  readonly definition: ResourceDefinition
  readonly create: Extract<ItemCreation, { readonly fields: unknown }>
  readonly onClose: () => void
}): ReactNode {
  const [error, setError] = useState<unknown>()
  const [answer, setAnswer] = useState<unknown>()
  const client = useQueryClient()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    try {
      const body = enteredValues(form, fields)
      const target = path ?? definition.path
      const where = method === 'PUT' ? `${target}/${encodeURIComponent(String(body.name ?? ''))}` : target
      const { name: _, ...rest } = body
      const made = await write<unknown>(method, where, method === 'PUT' ? rest : body)
      void client.invalidateQueries({ queryKey: [definition.path] })
      if (showsAnswer) setAnswer(made)
      else onClose()
    } catch (problem) {
      setError(problem)
    }
  }
  return (
    <Modal title={texts.resources.create(definition.title)} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
        <FormFields fields={fields} />
        {error === undefined ? null : <ProblemNote error={error} />}
        {answer === undefined ? null : (
          <section role="status" className="rounded-md border border-line bg-ask-tint p-3">
            <p className="mb-1 font-semibold">{texts.resources.toldOnce}</p>
            <JsonTree value={answer} />
          </section>
        )}
        <Button type="submit" look="filled" className="self-start">
          {texts.actions.save}
        </Button>
      </form>
    </Modal>
  )
}

/** The fields of a form. */
export function FormFields({ fields }: { readonly fields: readonly FormField[] }): ReactNode {
  return fields.map(({ name, label, form }) =>
    form === 'json' || form === 'long' ? (
      <label key={name} className="flex flex-col gap-1">
        <span className="text-xs font-medium text-muted">{label}</span>
        <textarea
          name={name}
          rows={6}
          className={`rounded-sm border border-control bg-surface p-2 ${form === 'json' ? 'font-mono' : ''}`}
        />
      </label>
    ) : (
      <Field key={name} name={name} label={label} type={form === 'secret' ? 'password' : 'text'} autoComplete="off" />
    ),
  )
}

/**
 * Returns what was entered, without the fields that are empty.
 * @throws SyntaxError for a field of JSON that is none.
 */
export function enteredValues(form: FormData, fields: readonly FormField[]): Item {
  const entries = fields.map(({ name, form: kind }) => [name, typedValue(String(form.get(name) ?? ''), kind)] as const)
  const whole = entries.find(([name]) => name === '')?.[1]
  const parts = Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  return (whole ?? parts) as Item
}

function typedValue(text: string, form: FormField['form']): unknown {
  if (text.trim() === '') return undefined
  if (form === 'json') return JSON.parse(text) as unknown
  if (form === 'words') return text.trim().split(/\s+/)
  return text
}
