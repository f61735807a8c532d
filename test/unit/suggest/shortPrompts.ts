/**
 * Short prompts like those that programmers type after an answer, mistakes included: one line of at most twelve
 * words, mostly English. About a third are questions, as in 1,576 follow-up prompts counted in real sessions.
 */
export const SHORT_QUESTIONS = toLines(`
can you also add a test for the empty case
can you explain why this works
can you run the tests again
can you show me the diff
can you make it configurable
can you do the same for the other handlers
can you check if this also happens on windows
can we drop the old endpoint now
can we avoid the extra allocation there?
can this be nil?
could you also update the readme
could this be a race condition?
could we use a sync.Pool here
does this handle unicode file names?
does this handle the case where the list is empty
does this work with go 1.22
does it still compile on linux?
does the retry respect the context?
did you run the linter
did you push it?
do we still need the mutex
do we have a test for that?
do the other callers need this too?
do I need to restart the server
where is this called from
where is the config loaded?
where did the timeout go
where does that number come from
why did the build fail
why did you remove the nil check?
why is it so slow now?
why not use errgroup
why do we need a second channel
why are there two of them?
what about the error path
what about windows
what about concurrent writes?
what does this flag do
what happens if the file is missing
what happens when the connection drops?
what's left to do?
what is the difference to the old one
what did you change in main.go
what would happen if two of them run at once
which test fails
which version of node does ci use
which files did you touch?
is there a simpler way
is there a helper for this already?
is there any test that covers it
is that safe to call twice
is this still needed
is this thread safe?
is it possible to do it without reflection
isn't that already handled in parse()?
are there other places with the same bug?
are you sure?
are you sure that this is the right file
are all tests green
how do I run just this test
how does the cache get invalidated
how much faster is it
how many of them are left
how would you test that
how can I see the logs
has this been released already
have you checked the other branch?
should we add a benchmark for it?
should this be exported?
shouldn't it return an error instead?
would it be simpler with generics
would that break the api?
will this work behind a proxy
was that there before?
and what about the docs
and the changelog?
any other callers?
anything else we missed?
is there anything left in the todo list
so it was the cache all along?
ok but why does it only fail in ci
still the same error, any idea
what do you think
what do you recommend?
who calls this
when is this flushed?
what?
why?
how?
Should I restart the server?
pode adicionar um teste também?
por que o teste falhou?
isso funciona no windows?
onde fica essa função?
¿puedes añadir también un test?
¿por qué falla en ci?
¿dónde se usa esto?
peux-tu aussi ajouter un test ?
pourquoi ça plante ?
est-ce que ça gère les accents ?
kannst du auch einen Test dazu schreiben?
warum ist der Test rot?
wo wird das aufgerufen?
gibt es dafür schon eine Funktion
puoi aggiungere anche un test?
perché fallisce?
waarom faalt de test nog?
a co z pustą listą?
а почему тест падает?
а если файла нет?
где это вызывается?
bu neden çalışmıyor?
为什么测试失败了？
这个支持中文吗
能不能加个测试
还有别的地方用到它吗？
なぜ失敗したのですか？
テストはありますか
これもテストに追加できますか？
왜 실패했나요?
이것도 테스트가 있나요
can you push that
can you look into the flaky test
can you rename it as well
can you move that to the end
could you undo that
did that fix it?
does the api need a version bump
does anything else use this?
do both versions behave the same
where should I look first
where are the fixtures
why only on the first run
why did it pick port 3000
what about the other two
what's next
what should I test by hand?
what if the user cancels in between
is there a way to see the generated sql
is the migration reversible
is that the only place?
are these numbers in ms
how long does it take now
how do you know that
won't that deadlock
any way to speed that up?
which one is better
when did that change
`);

export const SHORT_STATEMENTS = toLines(`
run the tests
run the tests again
run it
run the linter and fix what it finds
now run everything
rerun the failing test with -race
fix it
fix the lint errors
fix the failing test first
fix that too
please fix
add a test for it
add tests
add a comment there
add a changelog entry
add an option to turn that off
add logging around the retry
also add it to the readme
also handle the empty string
also do this for the client
commit
commit this
commit and push
commit with a short message
commit it, then open a pr
push
push it
push to a new branch
open a pr
create a branch for this
rebase on main
merge main into this branch
squash the last two commits
continue
go on
go ahead
keep going
proceed
next
do it
do that
do both
do option 2
do the first one
the second one
option B
2
1 and 3
yes
yes please
yes, do it
yes, but keep the old name
yes and also remove the flag
yep
sure
ok
ok go
ok do it
ok, now the frontend
no
no, the other one
no, leave that as it is
no that's not what I meant
nope, still failing
not that one
stop
wait, that's wrong
revert that
undo the last change
revert the change in server.go
remove the debug output
remove that comment
delete the old file
rename it to parseConfig
rename the variable to something clearer
move it to its own file
move this into internal/store
extract that into a function
inline it
simplify this
make it shorter
make the error message clearer
make it work without network access
use a map instead
use errors.Is here
use the existing helper
use table driven tests
use tabs not spaces
don't touch the generated files
don't add comments
leave the api as is
keep it simple
try again
try it with a smaller buffer
try without the cache
check the logs
check again
look at the failing job
look at how store.go does it
read the docs first
see the comment in handler.go
same for the delete endpoint
same problem on macos
same error
still failing
still doesn't work
it still hangs
it works now but the output is empty
it fails with exit code 1
it should return 404 instead
this should be a warning, not an error
that should be optional
the test is flaky
the button is still not aligned
the import is missing
the tests pass now, commit
tests are red again
ci is red
I get undefined is not a function
I get a different error now
I still see the old value
I think it is the cache
I think we should split this up
I don't like the name
I don't see any change
I want it to be sorted by date
I meant the other file
I noticed the header is gone on mobile
I just pushed a fix, pull and retry
I would like to see a diff first
I need this to work offline
now I get a timeout
now the other one
now do the same in the client
now update the docs
then do that
then clean up
we need to support both
we don't need that anymore
we already have a helper for this
you forgot the import
you should also update the mock
you can use the helper in utils.go
you missed one
you broke the build
let's do it
let's go with the first approach
let's keep it for now
let's write a test first
let me see the diff
let me know when it is done
show me the diff
show me an example
show the full output
explain
explain the last part again
explain it like I am new here
summarize what you did
write a commit message
write the tests first
write it in rust
update the snapshot
update the docs too
bump the version
bump it to 1.4.0 and tag it
update deps
install it
build it
deploy to staging
start the server
restart it and check the log
kill the old process first
format the code
go vet ./...
npm test
git status
go test ./... -run TestParse -count=1
handle errors in cmd/root.go
@store.go line 42 looks wrong
src/api/users.ts has the same bug
fix: the bug is in the parser, not the lexer
refactor this to use a context
translate the comments to english
less verbose please
more detail
shorter
perfect, now the same for the tests
great, commit it
good, next step
nice, push it
thanks, now commit
thanks
looks good
perfect
great, thanks!
lgtm, merge it
hmm, not sure about the name
hm that looks wrong
done, try again
Done
I'll test it tomorrow, write the docs
Here's the log: connection refused
No. Use the other one.
ok. now commit
It crashes. See the log.
e.g. like in the other file
remove *.snap and rerun
see Prof. Lee's comment in the header
test it with St. Petersburg as the city
roda os testes de novo
agora faz o commit
falta o arquivo de config
ejecuta las pruebas otra vez
haz commit y push
sigue con el siguiente
ahora actualiza el readme
relance les tests
corrige aussi le fichier de config
oui vas-y
j'ai toujours la même erreur
mach weiter
bitte auch die Doku anpassen
ja, aber ohne den Cache
esegui i test
voer de tests opnieuw uit
uruchom testy jeszcze raz
добавь ещё тест
запусти тесты
testleri tekrar çalıştır
再跑一遍测试
继续
提交代码
テストを実行して
続けて
테스트 다시 돌려줘
계속해
Looks wrong. Try again
It works. Commit it
Still red. Same test
sounds good
hi
Ich habe es getestet, geht noch nicht
he probado en chrome y falla igual
j'ai testé, ça marche toujours pas
once more
and the other file
in german please
after that the client
both
all of them
the last one
the one in main.go
only the first two
not now
later
later, first the bug
never mind
as a table
as a separate commit
in one line
without the lock
with a timeout of 5s
with tests
everything except the docs
for all platforms
for the other package as well
like before
just the function
only the diff
without comments please
maybe a switch is better
a simple loop is enough
wrong file
wrong branch
wrong, it has to be sorted first
too long
too complicated, simpler please
almost, the border is still missing
better, but the padding is off
close, the arrow points the wrong way
`);

function toLines(text: string): readonly string[] {
  return text.trim().split('\n');
}
