/** A case of the test vectors in the guide about webhooks. */
export interface Vector {
  name: string
  secret: string
  header: string
  body: string
  /** The receiver's clock in Unix seconds. */
  now: number
  valid: boolean
}

/** How the verification of one language is run on vectors: the program below reads `vectors.json` and prints a JSON array
 * of booleans. */
export interface Verifier {
  language: string
  /** The name under which the guide saves it. */
  file: string
  /** The program that must be on this machine. */
  runtime: string
  /** Files to write beside it. */
  files: Record<string, string>
  command: string
}

const go = `package main

import (
	"encoding/json"
	"os"
	"time"
)

func main() {
	text, _ := os.ReadFile("vectors.json")
	var vectors []struct {
		Secret, Header, Body string
		Now                  int64
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		panic(err)
	}
	results := []bool{}
	for _, v := range vectors {
		results = append(results, VerifyWebhook(v.Secret, v.Header, []byte(v.Body), time.Unix(v.Now, 0)))
	}
	json.NewEncoder(os.Stdout).Encode(results)
}
`

const csharp = `using System.Text;
using System.Text.Json;

var vectors = JsonDocument.Parse(File.ReadAllText("vectors.json")).RootElement.EnumerateArray();
var results = vectors.Select(v => WebhookSignature.Verify(
    v.GetProperty("secret").GetString()!,
    v.GetProperty("header").GetString()!,
    Encoding.UTF8.GetBytes(v.GetProperty("body").GetString()!),
    DateTimeOffset.FromUnixTimeSeconds(v.GetProperty("now").GetInt64())));
Console.WriteLine(JsonSerializer.Serialize(results.ToArray()));
`

const csharpProject = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net8.0</TargetFramework>
    <RollForward>Major</RollForward>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
</Project>
`

const shell = `import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
const results = JSON.parse(readFileSync('vectors.json', 'utf8')).map(({ secret, header, body, now }) => {
  writeFileSync('body', body)
  const env = { ...process.env, SECRET: secret, SIGNATURE: header, NOW: String(now) }
  return spawnSync('sh', ['verify-webhook.sh', 'body'], { env }).status === 0
})
console.log(JSON.stringify(results))
`

const typescript = `import { readFileSync } from 'node:fs'
import { verifyWebhook } from './verify-webhook.ts'
const vectors = JSON.parse(readFileSync('vectors.json', 'utf8'))
console.log(JSON.stringify(vectors.map(({ secret, header, body, now }) =>
  verifyWebhook(secret, header, Buffer.from(body), now))))
`

const python = `import json
from verify_webhook import verify_webhook
vectors = json.load(open("vectors.json", encoding="utf-8"))
print(json.dumps([verify_webhook(v["secret"], v["header"], v["body"].encode(), v["now"]) for v in vectors]))
`

const php = `<?php
require 'verify_webhook.php';
$vectors = json_decode(file_get_contents('vectors.json'), true);
echo json_encode(array_map(fn($v) => verify_webhook($v['secret'], $v['header'], $v['body'], $v['now']), $vectors));
`

/** One for each language of the guide. */
export const verifiers: readonly Verifier[] = [
  {
    language: 'TypeScript',
    file: 'verify-webhook.ts',
    runtime: 'node',
    files: { 'vectors.mts': typescript },
    command: `'${process.execPath}' vectors.mts`,
  },
  {
    language: 'Python',
    file: 'verify_webhook.py',
    runtime: 'python3',
    files: { 'vectors.py': python },
    command: 'python3 vectors.py',
  },
  {
    language: 'Go',
    file: 'webhook.go',
    runtime: 'go',
    files: { 'main.go': go, 'go.mod': 'module webhook\n\ngo 1.21\n' },
    command: 'GOTOOLCHAIN=local go run .',
  },
  {
    language: 'C#',
    file: 'WebhookSignature.cs',
    runtime: 'dotnet',
    files: { 'Program.cs': csharp, 'vectors.csproj': csharpProject },
    command: 'dotnet run --verbosity quiet',
  },
  {
    language: 'PHP',
    file: 'verify_webhook.php',
    runtime: 'php',
    files: { 'vectors.php': php },
    command: 'php vectors.php',
  },
  {
    language: 'shell',
    file: 'verify-webhook.sh',
    runtime: 'openssl',
    files: { 'vectors.mjs': shell },
    command: `'${process.execPath}' vectors.mjs`,
  },
]
