import { describeWithEngine } from '../../../sandbox/src/docker/__fixtures__/describe-with-engine.ts'
import { describeSandboxedCalls } from './__fixtures__/sandboxed-calls.ts'

describeWithEngine('it runs the containers', (engine) => {
  describeSandboxedCalls(() => ({
    section: { backend: 'docker', image: engine().image, socket: engine().socket },
    inside: () => '/workspace',
  }))
})
