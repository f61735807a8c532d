import type { LanguagePhrases } from './language.ts';

/** English phrases. The file is long because it lists phrases, one per line. */
export const ENGLISH: LanguagePhrases = {
  done: `
done
all done
we're done
it's done
done here
finished
complete
completed
all set
task done
task complete
task completed
task is complete
that's it
that's all
that's everything
`,
  meta: `
none
null
nil
n/a
undefined
not applicable
empty
empty string
blank
nothing
nothing found
nothing here
nothing else
nothing more
nothing needed
silence
silent
`,
  labels: `
suggestion
suggestions
prediction
next step
next steps
next
next prompt
next message
next input
prompt
follow-up
followup
recommendation
answer
final answer
reply
response
tip
hint
`,
  speakers: `
user
human
assistant
ai
you
user input
user message
`,
  fillers: `
well
so
and
but
or
the
an
of
to
in
it
this
that
i
we
maybe
perhaps
also
then
just
like
actually
basically
anyway
hi
hello
hey
oops
huh
wow
etc
`,
  praise: `
thanks
thank you
thankyou
thx
tks
ty
cheers
much appreciated
appreciate it
i appreciate it
looks good
looks great
looks nice
looks perfect
looks fine
look good
lgtm
sounds good
sounds great
nice
very nice
nice one
great
good
very good
perfect
awesome
excellent
amazing
brilliant
wonderful
fantastic
beautiful
impressive
interesting
cool
sweet
neat
superb
well done
good job
great job
nice job
good work
great work
nice work
that works
it works
works
works great
works well
works perfectly
that worked
it worked
makes sense
that makes sense
all good
love it
i love it
i like it
good point
not bad
good idea
great idea
that's great
that's good
that's perfect
that's awesome
that's nice
that's better
much better
it's perfect
it's great
got it
understood
no problem
good to know
`,
  praiseExtras: `
ok
okay
that
this
it
all
is
on this
so much
very much
a lot
a bunch
again
to me
now
really
very
so
and
so far
for your help
for the help
for all
everything
job
work
man
mate
claude
premove
indeed
oh
ah
`,
  abbreviations: `
e.g
i.e
eg
ie
etc
vs
cf
approx
incl
excl
resp
mr
mrs
ms
mx
dr
prof
st
sr
jr
al
inc
ltd
corp
dept
univ
u.s
u.k
ph.d
fig
figs
eq
sec
vol
pp
ex
jan
feb
apr
aug
sept
oct
nov
`,
  assistantOpenings: `
let me(?! know (?:when|once))
i'll
i will
i've
i'd (?:be happy|recommend|suggest)
i (?:have|'ve) (?:now|just|already|also|successfully)
(?:i'm|i am) (?:going to|now|ready|happy|glad|sorry|afraid|unable|not able|here to|about to|currently)
i (?:can|could) (?:help|also|now|fix|add|run|do|make|create|update|write|show|implement|look|check|try|start|continue|proceed|then)
i would (?:recommend|suggest|start|also(?! like))
i notice
i apologize
i recommend
i suggest
here's
here is
here are
here you go
below (?:is|are)
please let me know(?! (?:when|once))
if you(?:'d| would)? (?:like|want|prefer|wish),? i(?:'ll|'d)?
now i(?:'ll|'ve| will)
next,? i
first,? i
you can (?:now|find|see|view|also (?:use|try|run|find|check))
you could
you should (?:now|see|be able|get)
you (?:may|might) (?:want|need|also|now)
you're welcome
feel free
glad (?:to|i)
(?:i'm )?happy to help
certainly
as an ai
based on (?:the|our|this|your) (?:conversation|context|previous|recent|last)
the user (?:would|might|will|may|likely|probably) (?:likely|probably|naturally|now|next|type|ask|say|want)
`,
  assistantQuestions: String.raw`
would you (?:like|prefer|rather)
would it (?:help|be (?:helpful|useful|ok|okay|better)) if i
do you (?:want|prefer|need (?:me to|anything else|any(?: more| further| other)? help|further (?:help|assistance)))
did you want me
want me to
need me to
shall (?:i|we)
should i
may i
(?:can|could) i (?:help|assist|go ahead|proceed)
is (?:it|that|this) (?:ok|okay|fine|alright) (?:if i|with you|for you)
how (?:can|could|may) i (?:help|assist)
how (?:would|do) you (?:like|want) (?:me|to|it|this|that)
how should i (?:proceed|continue)
(?:what|which|where|when|who)(?: \p{L}+){0,2} (?:would you like|do you want)
what (?:else )?can i (?:help|assist|do for)
what should we (?:do|work on|tackle|focus on) next
anything else (?:i can|you(?: would|'d)? (?:like|need|want)|for you)
is there (?:anything|something)(?: else)?(?: that)? (?:i can (?:help|assist|do for)|you(?: would|'d) (?:like|need|want)|you (?:want|need)(?! from me))
does (?:that|this|it) sound (?:good|ok|okay|right|fine)
how does (?:that|this|it) sound
(?:would|does) (?:that|this|it) work for you
would (?:that|this|it) be (?:helpful|useful)
does (?:that|this|it) look (?:good|ok|okay|right|fine) to you
(?:did|does) (?:that|this|i) answer your question
have i answered
is (?:this|that) what you (?:were looking for|wanted|had in mind)
ready for me to
do you have (?:a|any) preferences?
do you need help with
(?:what|which)(?: \p{L}+){0,2} would you prefer
`,
  assistantOffers: `
(?:now |then |also )?(?:run|commit|push|merge|deploy|apply|start|proceed|continue|go ahead)(?: (?:it|this|that|these|them|the|all|everything|with|and|now|to)(?: .*)?)?[?]+
(?:any |more |other |further )*questions[?]+
anything else[?]+
sounds? (?:good|ok|okay|right)[?]+
want (?:to|a|an|some|more)
wanna
care to
interested in
(?:are you )?ready to (?:proceed|continue|begin|start|go ahead|move on)
need anything else
need (?:any |more |some )?help with (?:that|this|it|anything)
should we (?:proceed|continue)(?: with (?:that|this|it))?[?]+
would you want me to
`,
  acknowledgements: `
sure
sure thing
certainly
absolutely
of course
definitely
ok
okay
alright
all right
great
perfect
yes
no problem
sounds good
`,
  thanksFor: String.raw`
thanks (?:\p{L}+ ){0,2}for
thank you (?:\p{L}+ ){0,2}for
many thanks (?:\p{L}+ ){0,2}for
`,
  errors: String.raw`
prompt is too long
your prompt is too long
request timed out
the request timed out
invalid api key
image was too large
rate limit
rate limit exceeded
rate limit reached
rate limited
rate limited exceeded
rate limited reached
too many requests
internal server error
service unavailable
bad gateway
bad request
gateway timeout
unauthorized
forbidden
not found
overloaded
overloaded_error
fetch failed
connection refused
connection reset
connection closed
connection timed out
context length exceeded
context window exceeded
insufficient quota
insufficient credits
insufficient funds
quota exceeded
credit balance is too low
your credit balance is too low
operation was aborted
the operation was aborted
this operation was aborted
econn\p{L}+
etimedout
enotfound
`,
  errorWords: `
error
`,
  errorWordExtras: `
api
http
`,
};
