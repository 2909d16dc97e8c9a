import { expect, test } from 'vitest'
import { findEngineSocket } from './find-engine-socket.ts'

const none = () => false

test('the operator goes before DOCKER_HOST, and that before what exists', () => {
  const environment = { DOCKER_HOST: 'unix:///host.sock' }
  expect(findEngineSocket({ socket: '/own.sock', environment, exists: () => true })).toBe('/own.sock')
  expect(findEngineSocket({ socket: 'unix:///own.sock', environment, exists: none })).toBe('/own.sock')
  expect(findEngineSocket({ environment, exists: () => true })).toBe('/host.sock')
})

test.each([
  ['/var/run/docker.sock', '/var/run/docker.sock'],
  ['/run/user/7/docker.sock', '/run/user/7/docker.sock'],
  ['/run/user/7/podman/podman.sock', '/run/user/7/podman/podman.sock'],
  ['/run/podman/podman.sock', '/run/podman/podman.sock'],
  ['nothing', '/var/run/docker.sock'],
])('given %s alone, %s is taken', (existing, expected) => {
  const environment = { XDG_RUNTIME_DIR: '/run/user/7' }
  expect(findEngineSocket({ environment, exists: (path) => path === existing })).toBe(expected)
})

test.each(['tcp://10.0.0.1:2375', 'ssh://root@host', 'http://localhost', 'relative.sock'])(
  '%s is refused',
  (address) => {
    expect(() => findEngineSocket({ environment: { DOCKER_HOST: address }, exists: none })).toThrow(/not a Unix socket/)
    expect(() => findEngineSocket({ socket: address, environment: {}, exists: none })).toThrow(/not a Unix socket/)
  },
)
