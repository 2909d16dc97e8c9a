import type { Finding } from '@drawbridge/room'
import { examineContainment } from '@drawbridge/sdk/sandbox'
import type { Check, Surroundings } from './check.ts'
import { installBubblewrap, sandboxConfiguration } from './sandbox-configuration.ts'

/** Reports how unapproved read-only commands run. */
export const checkContainment: Check = { name: 'containment', look }

async function look(surroundings: Surroundings): Promise<Finding> {
  const { setting, state } = await examineContainment(await sandboxConfiguration(surroundings))
  switch (setting) {
    case 'off':
      return { status: 'ok', message: 'All unapproved commands ask, because of the setting "shell.unapproved".' }
    case 'core':
      return {
        status: 'ok',
        message:
          'Unapproved commands run if they need no containment, because of the setting "shell.unapproved"; others ask.',
      }
    case 'contained':
      if (state.status === 'works') {
        return {
          status: 'ok',
          message: `Unapproved commands that only read run contained, by ${state.how}.`,
        }
      }
      return {
        status: 'warn',
        message: `Unapproved commands that only read ask unless they need no containment, which is unavailable: ${state.reason}`,
        advice: installBubblewrap,
      }
  }
}
