/**
 * Snippets as agents write them, each the body of a function. Every one has to come out the same in QuickJS and in Node.
 */
export const SNIPPETS = [
  // Language
  'return 1 + 1', 'return "a" + 1', 'return 0.1 + 0.2', 'return 2 ** 53', 'return -7 % 3', 'return 7n * 3n', 'return 1 / 3',
  'return [3, 20, 100].sort()', 'return [3, 20, 100].sort((a, b) => b - a)', 'return [..."añ👍"].length', 'return "ß".toUpperCase()',
  'return [1, [2, [3, [4]]]].flat(Infinity)', 'return { ...{ a: 1 }, b: 2, ["c" + 1]: 3 }', 'const [a, , b = 5, ...c] = [1, 2, undefined, 4, 5]; return [a, b, c]',
  'const { x: { y = 3 } = {}, ...rest } = { z: 1, w: 2 }; return [y, rest]', 'return [1, 2, 3].reduce((sum, n) => sum + n, 0)', 'return [1, 2, 3, 4].findLast((n) => n % 2)',
  'return [5, 1].toSorted()', 'return [1, 2, 3].with(1, 9)', 'return Object.entries({ b: 1, a: 2 })',
  'return Object.fromEntries([["a", 1]])', 'return new Map([["a", 1], ["b", 2]])', 'return new Set([1, 1, 2])', 'return [...new Set("hello")].join("")', 'return structuredClone === undefined',
  'class A { #n = 1; get n() { return this.#n } static of() { return new A() } } return A.of().n', 'function* g() { yield 1; yield* [2, 3] } return [...g()]',
  'async function* g() { yield 1; yield 2 } const out = []; for await (const n of g()) out.push(n); return out', 'let s = ""; for (const k in { a: 1, b: 2 }) s += k; return s',
  'label: for (let i = 0; i < 3; i++) { for (;;) { if (i === 1) break label; continue label } } return "out"', 'try { null.x } catch ({ name }) { return name }', 'try { throw 1 } catch { return 2 } finally { print("f") }',
  'return typeof undefinedName', 'return null ?? "d"', 'return ({}).a?.b?.c', 'let n = null; n ??= 4; return n', 'return `${1}${"b"}`', 'return String.raw`a\\n${1}`', 'var x = 1; { let x = 2 } return x',
  'switch (3) { case 1: return "a"; default: return "d" }', 'return [1, 2, 3].includes(NaN)', 'return [NaN].includes(NaN)', 'return Number("12px")', 'return parseInt("12px")', 'return parseFloat("59.90 EUR")',
  'return (59.9).toFixed(2)', 'return (1234.5).toString(16)', 'return Number.MAX_SAFE_INTEGER', 'return JSON.stringify({ a: [1, { b: null }] }, null, 1)', 'return JSON.parse("[1,2]")', 'return isNaN("x")',
  // Text
  'return "A-1, B-2".match(/([A-Z])-(\\d)/g)', 'return "2026-11-30".replace(/(\\d+)-(\\d+)-(\\d+)/, "$3.$2.$1")', 'return [..."a1b22".matchAll(/\\d+/g)].map((m) => m[0])', 'return /(?<y>\\d{4})/.exec("in 2026").groups.y',
  'return /(?<=€)\\d+/.exec("€42")[0]', 'return /\\p{Script=Han}+/u.exec("ab山田c")[0]', 'return "x".padStart(3, "0")', 'return "a-b-c".replaceAll("-", "+")', 'return "  trim ".trim()', 'return "abc".at(-1)', 'return "a,b,,c".split(",")',
  'return "ÀÉ".normalize("NFD").replace(/\\p{M}/gu, "")', 'return encodeURIComponent("a b&c")', 'return "abc".localeCompare("abd")', 'return "I".toLowerCase()', 'return /^(a+)+$/.test("aaaaaaaaaaaa!")', 'return "aBc".replace(/b/i, (m) => m + m)',
  // Dates and chance
  'return new Date().toISOString()', 'return Date.now()', 'return new Date("2026-01-31T00:00:00Z").getTime()', 'return new Date(0).getUTCFullYear()', 'return new Date() instanceof Date', 'return typeof Date()', 'return [Math.random(), Math.random()]',
  'return Math.max(...[1, 5, 3])', 'return Math.round(-0.5)', 'return Math.hypot(3, 4)', 'await sleep(5); return Date.now()', 'return new Date(2026, 0, 1).getMonth()', 'return Date.UTC(2026, 1, 1)',
  // Paths
  'return await page.title', 'return page.title', 'return await page.forms["Sign in"].Email', 'return await page.tables.Orders.rows[0]', 'return await page.tables.Orders.rows[-1]', 'return await page.tables.Orders.rows.slice(0, 2)',
  'return await page.buttons["Save"].click()', 'await page.forms["Sign in"].fill({ Email: "a@b.c" }); return 1', 'return (await page.tables.Orders.rows).filter((r) => r.Status === "open").map((r) => r.key)',
  'let sum = 0; for (const r of await page.tables.Orders.rows) sum += Number(r.Total); return sum.toFixed(2)', 'const out = []; for await (const r of page.tables.Orders.rows) out.push(r.key); return out',
  'return Promise.all([page.a, page.b, page.missing.catch((e) => e.code)])', 'return await Promise.allSettled([page.a, page.missing])', 'return Promise.race([page.a, sleep(1)])', 'return await page.tables.Orders.rows.where({ Status: "open" }).count()',
  'try { await page.missing.x } catch (e) { return [e.name, e.code, e.message, e.path, e.try] }', 'await page.missing', 'page.fields.Email = "x"; return await page.title', 'page.missing.Email = "x"; return await page.title', 'page.buttons.Go.click(); return 1',
  'page.missing.click(); return 1', 'return await find("refund an order")', 'return await at("page.forms[0]")', 'return await app.cart.add({ sku: "A1", quantity: 2 })', 'return await tools.shop["add-to-cart"]({ id: 1 })', 'return await page["日本"]["a b"].text',
  'return await page.buttons.Go.dragTo(page.lists.Done)', 'const { title, url } = page; return [await title, await url]', 'const b = page.buttons.Go; await b.click(); await b.click(); return 2', 'const q = page.tables.Orders.rows.where({ a: 1 }); return [await q.count(), await q.select("b")]',
  // Misuse that has to be said, never a wrong value
  'return `${page.title}`', 'return page.title + "x"', 'return JSON.stringify(page.title)', 'for (const r of page.rows) print(r)', 'return [...page.rows]', 'return Object.keys(page)', 'return "a" in page', 'delete page.x; return 1', 'return page.rows.map((r) => r)',
  'return page.rows.filter(Boolean)', 'return await page.click(() => 1)', 'return await page.set(NaN)', 'setTimeout(() => 1, 5)', 'fetch("https://x.test")', 'return document.title', 'require("fs")', 'const a = 1; a = 2', 'return undefinedThing', 'null.f()', 'throw new Error("mine")', 'throw "text"',
  'return (() => 5)', 'return async () => page.title', 'return undefined', 'return null', 'return NaN', 'return { a: undefined, b: () => 1 }', 'return Symbol("x")', 'print("a", { b: 1 }, [2], page.title, undefined, null); console.log("c")', 'return eval("1 + 1")', 'return new Function("return 2")()',
  'return globalThis.process === undefined', 'return Object.getOwnPropertyNames(globalThis).includes("send")', 'return this === undefined || typeof this', 'return typeof page', 'return page === page', 'return page.a === page.a',
];
