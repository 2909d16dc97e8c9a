export { createDockerBackend, type DockerBackend, type DockerBackendOptions } from './create-docker-backend.ts'
