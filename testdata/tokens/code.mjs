// Samples of source code and of what tools print about it, written for this
// purpose.
const go = `package ledger

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"time"
)

// ErrClosed says that an account takes no more entries.
var ErrClosed = errors.New("account is closed")

// Account is a list of entries with a running balance in cents.
type Account struct {
	mu      sync.RWMutex
	name    string
	entries []Entry
	closed  bool
}

// Entry is one booking.
type Entry struct {
	At     time.Time \`json:"at"\`
	Cents  int64     \`json:"cents"\`
	Reason string    \`json:"reason,omitempty"\`
}

// Book appends an entry and returns the new balance.
func (a *Account) Book(e Entry) (int64, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.closed {
		return 0, fmt.Errorf("book %q: %w", a.name, ErrClosed)
	}
	a.entries = append(a.entries, e)
	sort.SliceStable(a.entries, func(i, j int) bool {
		return a.entries[i].At.Before(a.entries[j].At)
	})
	var total int64
	for _, e := range a.entries {
		total += e.Cents
	}
	return total, nil
}
`;
const typescript = `import { readFile } from "node:fs/promises";
import type { Logger, Options } from "./types";

export interface InvoiceLine {
  readonly sku: string;
  quantity: number;
  unitPrice: number;
  discount?: number;
}

export class InvoiceService {
  private cache = new Map<string, Promise<InvoiceLine[]>>();

  constructor(private readonly logger: Logger, private options: Partial<Options> = {}) {}

  async load(path: string): Promise<InvoiceLine[]> {
    const cached = this.cache.get(path);
    if (cached !== undefined) return cached;
    const pending = readFile(path, "utf8").then((text) => JSON.parse(text) as InvoiceLine[]);
    this.cache.set(path, pending);
    try {
      return await pending;
    } catch (error) {
      this.cache.delete(path);
      this.logger.warn(\`cannot load \${path}: \${(error as Error).message}\`);
      throw error;
    }
  }

  total(lines: InvoiceLine[]): number {
    return lines.reduce((sum, l) => sum + l.quantity * l.unitPrice * (1 - (l.discount ?? 0)), 0);
  }
}
`;
const tsx = `import React, { useEffect, useState } from "react";

type Props = { userId: string; onSelect?: (id: string) => void };

export default function OrderList({ userId, onSelect }: Props) {
  const [orders, setOrders] = useState<Order[]>([]);
  const [loading, setLoading] = useState(true);

  useEffect(() => {
    let cancelled = false;
    fetch(\`/api/users/\${userId}/orders\`)
      .then((res) => res.json())
      .then((data) => { if (!cancelled) setOrders(data.items); })
      .finally(() => setLoading(false));
    return () => { cancelled = true; };
  }, [userId]);

  if (loading) return <Spinner className="mt-4 text-gray-500" />;
  return (
    <ul className="divide-y divide-gray-200">
      {orders.map((order) => (
        <li key={order.id} onClick={() => onSelect?.(order.id)} className="flex items-center justify-between py-2">
          <span className="font-medium">{order.title}</span>
          <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time>
        </li>
      ))}
    </ul>
  );
}
`;
const python = `"""Reads sensor files and writes a daily summary."""
from __future__ import annotations

import argparse
import csv
import logging
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Iterable, Iterator

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Reading:
    sensor: str
    celsius: float
    quality: int = field(default=0, compare=False)


def read(path: Path) -> Iterator[Reading]:
    with path.open(newline="", encoding="utf-8") as handle:
        for number, row in enumerate(csv.DictReader(handle), start=2):
            try:
                yield Reading(row["sensor"].strip(), float(row["celsius"]), int(row.get("quality") or 0))
            except (KeyError, ValueError) as exc:
                log.warning("%s:%d: skipped: %s", path, number, exc)


def summarize(readings: Iterable[Reading], min_quality: int = 2) -> dict[str, tuple[float, float]]:
    groups: dict[str, list[float]] = defaultdict(list)
    for r in readings:
        if r.quality >= min_quality:
            groups[r.sensor].append(r.celsius)
    return {name: (min(v), max(v)) for name, v in sorted(groups.items())}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    args = parser.parse_args()
    for file in args.files:
        print(file, summarize(read(file)))
`;
const rust = `use std::collections::BTreeMap;
use std::io::{self, BufRead};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token<'a> {
    Word(&'a str),
    Number(u64),
    Symbol(char),
}

pub fn tokenize(input: &str) -> Result<Vec<Token<'_>>, String> {
    let mut tokens = Vec::with_capacity(input.len() / 4);
    for part in input.split_whitespace() {
        match part.parse::<u64>() {
            Ok(n) => tokens.push(Token::Number(n)),
            Err(_) if part.chars().all(char::is_alphanumeric) => tokens.push(Token::Word(part)),
            Err(e) => return Err(format!("bad token {part:?}: {e}")),
        }
    }
    Ok(tokens)
}

fn main() -> io::Result<()> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for line in io::stdin().lock().lines() {
        *counts.entry(line?.trim().to_lowercase()).or_default() += 1;
    }
    for (line, n) in &counts {
        println!("{n:>6} {line}");
    }
    Ok(())
}
`;
const cpp = `#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace geometry {

template <typename T>
struct Point { T x{}, y{}; };

class Polygon {
 public:
  explicit Polygon(std::vector<Point<double>> points) : points_(std::move(points)) {}

  double area() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const auto& a = points_[i];
      const auto& b = points_[(i + 1) % points_.size()];
      sum += a.x * b.y - b.x * a.y;
    }
    return std::abs(sum) / 2.0;
  }

 private:
  std::vector<Point<double>> points_;
};

}  // namespace geometry
`;
const java = `package org.example.billing;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

public final class InvoiceCalculator {
    private static final BigDecimal DEFAULT_RATE = new BigDecimal("0.19");
    private final TaxRateRepository taxRateRepository;

    public InvoiceCalculator(TaxRateRepository taxRateRepository) {
        this.taxRateRepository = Objects.requireNonNull(taxRateRepository, "taxRateRepository");
    }

    public BigDecimal calculateTotal(List<InvoiceItem> items, String countryCode) {
        BigDecimal rate = taxRateRepository.findByCountryCode(countryCode).orElse(DEFAULT_RATE);
        return items.stream()
                .filter(item -> !item.isCancelled())
                .map(item -> item.getUnitPrice().multiply(BigDecimal.valueOf(item.getQuantity())))
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .multiply(BigDecimal.ONE.add(rate));
    }
}
`;
const sql = `SELECT c.customer_id, c.display_name, COUNT(o.id) AS order_count, SUM(o.total_cents) / 100.0 AS revenue
FROM customers AS c
LEFT JOIN orders AS o ON o.customer_id = c.customer_id AND o.status <> 'cancelled'
WHERE c.created_at >= DATE '2025-01-01' AND c.country IN ('DE', 'AT', 'CH')
GROUP BY c.customer_id, c.display_name
HAVING COUNT(o.id) > 3
ORDER BY revenue DESC NULLS LAST
LIMIT 50;

CREATE INDEX CONCURRENTLY IF NOT EXISTS idx_orders_customer_status ON orders (customer_id, status) WHERE deleted_at IS NULL;
`;
const shell = `#!/usr/bin/env bash
set -euo pipefail

for file in "$@"; do
  if [[ ! -r "$file" ]]; then
    echo "cannot read $file" >&2
    exit 1
  fi
  name=\${file##*/}
  tmp=$(mktemp "\${TMPDIR:-/tmp}/\${name%.*}.XXXXXX")
  trap 'rm -f "$tmp"' EXIT
  awk -F, 'NR > 1 && $3 ~ /^[0-9]+$/ { sum[$1] += $3 } END { for (k in sum) printf "%s\\t%d\\n", k, sum[k] }' "$file" | sort -k2,2nr >"$tmp"
  mv -- "$tmp" "out/\${name}.tsv"
done
`;
const css = `.order-list { display: grid; grid-template-columns: repeat(auto-fill, minmax(240px, 1fr)); gap: 1.25rem; }
.order-list__item:hover > .badge { background-color: rgba(12, 74, 110, 0.85); transform: translateY(-2px) scale(1.02); }
@media (max-width: 768px) { .order-list { padding: 0 12px; font-size: 0.875rem; } }
:root { --accent: #0ea5e9; --radius: 6px; }
`;
const diff = `diff --git a/internal/store/store.go b/internal/store/store.go
index 3f1c2ab..98d07e1 100644
--- a/internal/store/store.go
+++ b/internal/store/store.go
@@ -41,12 +41,17 @@ func (s *Store) Put(key string, value []byte) error {
 	if len(key) == 0 {
 		return errEmptyKey
 	}
-	s.items[key] = value
-	return nil
+	s.mu.Lock()
+	defer s.mu.Unlock()
+	if old, ok := s.items[key]; ok && bytes.Equal(old, value) {
+		return nil // nothing changes
+	}
+	s.items[key] = bytes.Clone(value)
+	return s.flush()
 }

@@ -88,3 +93,3 @@ func (s *Store) Len() int {
-	return len(s.items) // not safe
+	return int(s.count.Load())
`;
const gitLog = `commit 5c0e1d7b9f3a4c2e8d6b7a1f0e9d8c7b6a5f4e3d
Author: Dana Example <dana@example.com>
Date:   Tue Mar 3 10:22:31 2026 +0100

    Retry uploads that time out

    The gateway closes idle connections after 60 seconds.

commit a94a8fe5ccb19ba61c4c0873d391e987982fbbd3
Author: Lee Example <lee@example.com>
Date:   Mon Mar 2 17:05:02 2026 +0100

    Move the parser into its own package
`;
const numbered = go.split("\n").map((l, i) => `${String(i + 1).padStart(6)}→${l}`).join("\n");
const markdown = `# Uploading files

The uploader keeps **one connection** per host. Set \`UPLOAD_TIMEOUT\` (in seconds) to change how long it waits:

\`\`\`sh
export UPLOAD_TIMEOUT=90
uploader --verbose ./build/*.zip
\`\`\`

## What can go wrong

1. *The token has expired.* Run \`uploader login\` again; see [the login page](https://docs.example.com/login#tokens).
2. *The file is too large.* Files over 5 GB are split, unless \`--no-split\` is given.
- [ ] document the limits
- [x] describe the exit codes

> Note: the server counts **compressed** bytes.

| Code | Meaning |
|------|---------|
| 0 | all files were uploaded |
| 2 | some were skipped |
`;
const compiler = `src/app/orders/order-list.component.ts:42:17 - error TS2345: Argument of type 'string | undefined' is not assignable to parameter of type 'string'.
  Type 'undefined' is not assignable to type 'string'.

42     this.load(this.route.snapshot.paramMap.get("id"));
                   ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~

src/app/shared/money.pipe.ts:9:3 - error TS7006: Parameter 'value' implicitly has an 'any' type.

Found 2 errors in 2 files.
./main.go:17:2: undefined: fooBar
./main.go:23:9: cannot use x (variable of type int) as string value in return statement
warning: unused variable: \`count\`
  --> src/main.rs:12:9
   |
12 |     let count = 0;
   |         ^^^^^ help: if this is intentional, prefix it with an underscore: \`_count\`
`;
export const code = {
  "Go": go, "TypeScript": typescript, "TSX": tsx, "Python": python, "Rust": rust, "C++": cpp, "Java": java, "SQL": sql,
  "shell": shell, "CSS": css, "diff": diff, "git log": gitLog, "Go with line numbers": numbered, "markdown": markdown,
  "compiler errors": compiler,
};
