"""Readings to a graph: the flow is extended event by event, and branches are opened and joined as the cues say."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from flowbench.extract.embedded.draft import Draft, OpenEnd, similarity
from flowbench.extract.embedded.reading import Event, EventKind, Reading
from flowbench.graph import FlowGraph, NodeKind

STEPS = frozenset({NodeKind.PROCESS, NodeKind.START, NodeKind.END})


@dataclass
class Split:
    node: int
    conditions: list[str] = field(default_factory=list)


class Builder:
    def __init__(self) -> None:
        self.draft = Draft()
        self.flow = 0
        self.actor = ""
        self.start: int | None = None
        self.ends: list[OpenEnd] = []
        self.split: Split | None = None      # the XOR whose cases are being told
        self.last: int | None = None      # last step
        self.seen: set[str] = set()
        self.extended: OpenEnd | None = None   # branch being told
        self.previous: Reading | None = None
        self.question = ""
        self.finished = False

    # flows
    def open_flow(self) -> None:
        if self.start is not None: return
        self.flow += 1
        self.start = self.draft.add(NodeKind.START, "", self.actor, self.flow)
        self.ends = [OpenEnd(self.start)]
        self.split = None; self.last = None; self.extended = None; self.finished=False

    def close_flow(self) -> None:
        if self.start is None: return
        if self.ends:
            if len(self.ends)==1 and self.ends[0].node==self.start:
                self.start=None; return
            self.finish()
        self.start = None

    def join(self) -> OpenEnd:
        e = self.draft.join(self.ends, self.actor, self.flow)
        self.ends = [e]; self.split = None; self.extended=None
        return e

    def finish(self) -> None:
        e = self.join()
        n = self.draft.add(NodeKind.END, "", self.actor, self.flow)
        self.draft.connect(e, n); self.ends = []

    def step(self, text: str, end: OpenEnd, kind=NodeKind.PROCESS) -> OpenEnd:
        """adds after end; returns new end"""
        n = self.draft.add(kind, text, self.actor, self.flow)
        self.draft.connect(end, n)
        self.swap(end, OpenEnd(n, "", end.splits))
        if kind is NodeKind.PROCESS: self.last = n
        return OpenEnd(n, "", end.splits)

    def swap(self, old: OpenEnd, *new: OpenEnd) -> None:
        at = self.ends.index(old)
        self.ends[at:at+1] = list(new)

    # sentences
    def add(self, r: Reading) -> None:
        ev = list(r.events)
        # actor / begin
        actor = next((e for e in ev if e.kind is EventKind.ACTOR), None)
        begin = any(e.kind is EventKind.BEGIN for e in ev)
        if actor is not None and (similarity(actor.text, self.actor) < 80 or begin or r.sentence.opens):
            if similarity(actor.text, self.actor) < 80 or begin or not self.ends:
                self.close_flow()
                self.actor = actor.text
                self.seen = set()
        elif begin and self.start is not None and not self.ends:
            self.close_flow(); self.seen=set()
        key = " ".join(t.lemma for t in r.sentence.tokens if t.is_word)
        if key in self.seen: return
        self.seen.add(key)
        ev = [e for e in ev if e.kind not in (EventKind.ACTOR, EventKind.BEGIN)]
        if not ev: return
        self.open_flow()
        if r.conditional: self.cases(r, ev)
        else: self.plain(r, ev)
        self.previous = r

    def source(self, r: Reading, ref: int | None) -> OpenEnd:
        if not self.ends: self.reopen(ref)
        if ref is not None:
            for e in self.ends:
                if e.node == ref: return e
        if len(self.ends)==1: return self.ends[0]
        if self.extended in self.ends and not r.concludes and not (self.previous and self.previous.conditional): return self.extended
        return self.join()

    def reopen(self, ref: int | None) -> None:
        """The text goes on after it had said that it is over."""
        d = self.draft
        candidates = [n for n in range(len(d.nodes)) if d.nodes[n].kind is NodeKind.END and d.nodes[n].flow == self.flow]
        if not candidates:
            gates=[k for k in range(len(d.nodes)) if d.nodes[k].kind in (NodeKind.XOR,NodeKind.OR) and d.nodes[k].flow==self.flow]
            self.ends=[OpenEnd(gates[-1],"otherwise") if gates else OpenEnd(self.last if self.last is not None else self.start)]; return
        n = candidates[-1]
        if d.nodes[n].text:
            d.nodes[n].kind = NodeKind.PROCESS; self.ends=[OpenEnd(n)]; return
        into=[(s,t) for (s,t) in d.edges if t==n]
        d.nodes[n].kind=NodeKind.XOR if len(into)>1 else NodeKind.PROCESS
        if len(into)==1:
            (cond,_)=d.edges.pop(into[0])
            self.ends=[OpenEnd(into[0][0],cond)]
        else: self.ends=[OpenEnd(n)]

    def plain(self, r: Reading, ev: list[Event]) -> None:
        ref = None; end = None
        steps=[e for e in ev if e.kind in (EventKind.STEP,EventKind.START,EventKind.END)]
        if r.parallel and steps:
            if self.parallel(r, ev, steps): return
        for i,e in enumerate(ev):
            if e.kind is EventKind.REFERENCE:
                ref2 = self.draft.find(e.text, self.flow, STEPS)
                later=any(x.kind in (EventKind.STEP,EventKind.END,EventKind.FINISH,EventKind.PROCEED) for x in ev[i+1:])
                if r.returns and not later and ref2 is not None and self.ends:
                    src = end or self.source(r, ref); 
                    if self.draft.nodes[ref2].kind is NodeKind.PROCESS and src.node!=ref2 and len(self.ends)>1:
                        self.draft.connect(src, ref2); self.swap(src); continue
                ref = ref2
            elif e.kind is EventKind.START and self.last is None and not self.draft.nodes[self.start].text and not self.draft.out(self.start):
                self.draft.nodes[self.start].text = e.text
            elif e.kind in (EventKind.STEP, EventKind.START):
                src = end if end in self.ends else self.source(r, ref)
                dup = self.draft.find(e.text, self.flow, STEPS)
                if dup is not None and similarity(self.draft.nodes[dup].text, e.text)>=90:
                    if any(x.node==dup for x in self.ends): ref=dup; end=None; continue
                    if not r.returns: ref=dup; end=None; continue
                    if src.node!=dup and self.draft.nodes[dup].kind is NodeKind.PROCESS and len(self.ends)>1:
                        self.draft.connect(src,dup); self.swap(src); continue
                    continue
                end = self.step(e.text, src); self.extended = end
            elif e.kind is EventKind.END:
                src = end if end in self.ends else self.source(r, ref)
                self.step(e.text, src, NodeKind.END); self.ends=[x for x in self.ends if self.draft.nodes[x.node].kind is not NodeKind.END]
            elif e.kind is EventKind.FINISH:
                if not self.ends: continue
                if end in self.ends: src=end
                elif ref is not None and any(x.node==ref for x in self.ends): src=next(x for x in self.ends if x.node==ref)
                else: src=self.join()
                if src.node==self.start: continue
                self.step("", src, NodeKind.END); self.ends=[x for x in self.ends if self.draft.nodes[x.node].kind is not NodeKind.END]
            elif e.kind is EventKind.QUESTION: self.question=e.text
            elif e.kind in (EventKind.DATA, EventKind.ANNOTATION): self.constraint(e, ref)

    def constraint(self, e: Event, ref: int|None) -> None:
        t = ref if ref is not None and self.draft.nodes[ref].kind is NodeKind.PROCESS else self.last
        if t is None: return
        kind = NodeKind.DATA_OBJECT if e.kind is EventKind.DATA else NodeKind.TEXT_ANNOTATION
        n = next((i for i,x in enumerate(self.draft.nodes) if x.kind is kind and x.text.lower()==e.text.lower()), None)
        if n is None: n = self.draft.add(kind, e.text, "", self.flow)
        if kind is NodeKind.TEXT_ANNOTATION or e.produced: self.draft.constrain(t, n)
        else: self.draft.constrain(n, t)

    def parallel(self, r: Reading, ev: list[Event], steps: list[Event]) -> bool:
        refs=[e for e in ev if e.kind is EventKind.REFERENCE and e.at<steps[0].at]
        ref = self.draft.find(refs[0].text, self.flow, STEPS) if refs else None
        if len(steps)>=2:
            src=self.source(r, ref)
            n=self.draft.add(NodeKind.AND,"",self.actor,self.flow); self.draft.connect(src,n)
            news=[OpenEnd(n,"",(*src.splits,n)) for _ in steps]
            self.swap(src); self.ends+= []
            out=[]
            for s_,e_ in zip(steps,news):
                m=self.draft.add(NodeKind.PROCESS,s_.text,self.actor,self.flow); self.draft.connect(e_,m); out.append(OpenEnd(m,"",e_.splits)); self.last=m
            self.ends+=out
        else:
            # beside the step before
            b=self.last
            into=[k for k in self.draft.edges if k[1]==b and self.draft.edges[k][1] is not None and self.draft.edges[k][1].value!='constraint'] if b is not None else []
            if b is None or len(into)!=1 or not any(x.node==b for x in self.ends): return False
            old=next(x for x in self.ends if x.node==b)
            s=into[0][0]
            if self.draft.nodes[s].kind is NodeKind.AND and s in old.splits:
                n=s; sp=old.splits
            else:
                cond,_=self.draft.edges.pop(into[0])
                n=self.draft.add(NodeKind.AND,"",self.actor,self.flow); self.draft.connect(OpenEnd(s,cond),n); self.draft.connect(OpenEnd(n),b); sp=(*old.splits,n)
                self.swap(old,OpenEnd(b,"",sp))
            m=self.draft.add(NodeKind.PROCESS,steps[0].text,self.actor,self.flow); self.draft.connect(OpenEnd(n),m); self.ends.append(OpenEnd(m,"",sp)); self.last=m
        self.extended=None; self.split=None
        for e in ev:
            if e.kind in (EventKind.DATA,EventKind.ANNOTATION): self.constraint(e,None)
            if e.kind is EventKind.FINISH: self.finish()
        return True

    # conditions
    def cases(self, r: Reading, ev: list[Event]) -> None:
        first=next(i for i,e in enumerate(ev) if e.kind is EventKind.CONDITION)
        pre=[e for e in ev[:first] if e.kind is not EventKind.QUESTION]
        if pre: self.plain(replace(r, parallel=False), pre)
        for e in ev[:first+1]:
            if e.kind is EventKind.QUESTION: self.question=e.text
        # groups
        groups=[]; 
        for e in ev[first:]:
            if e.kind is EventKind.CONDITION: groups.append((e,[]))
            else: groups[-1][1].append(e)
        merged=[]
        for c,cons in groups:
            if merged and not merged[-1][1]: merged[-1][0].append(c.text)
            else: merged.append(([c.text],cons))
        refs=[e for e in pre if e.kind is EventKind.REFERENCE]
        ref=self.draft.find(refs[-1].text,self.flow,STEPS) if refs else None
        for i,(conds,cons) in enumerate(merged):
            for c in conds: self.case(r, c, cons, ref, i>0 or r.contrast)

    def case(self, r: Reading, cond: str, cons: list[Event], ref: int|None, contrast: bool) -> None:
        d=self.draft
        s=self.split
        if s is not None and (not any(s.node in e.splits for e in self.ends) and False): s=None
        adjacent=self.previous is not None and self.previous.conditional
        known = s is not None and any(similarity(cond,c)>=90 for c in s.conditions)
        if s is not None and ref is None and ((contrast and not known) or (adjacent and not known)):
            pass
        else:
            if known and s is not None and ref is None:
                return
            if not self.ends: self.reopen(ref)
            src=self.source(r,ref)
            n=d.add(NodeKind.OR if r.inclusive else NodeKind.XOR, "", self.actor, self.flow)
            if self.question: d.nodes[n].text=self.question; self.question=""
            d.connect(src,n); self.swap(src)
            s=self.split=Split(n); self.outer=src.splits
        s.conditions.append(cond)
        e=OpenEnd(s.node, cond, (*self.outer, s.node))
        self.ends.append(e)
        end=e
        for x in cons:
            if end not in self.ends: break
            if x.kind in (EventKind.STEP,EventKind.START):
                dup=d.find(x.text,self.flow,STEPS)
                if r.returns and dup is not None and d.nodes[dup].kind is NodeKind.PROCESS and similarity(d.nodes[dup].text,x.text)>=90:
                    d.connect(end,dup); self.swap(end)
                else: end=self.step(x.text,end)
            elif x.kind is EventKind.REFERENCE:
                dup=d.find(x.text,self.flow,frozenset({NodeKind.PROCESS}))
                if dup is not None: d.connect(end,dup); self.swap(end)
            elif x.kind is EventKind.END:
                n=d.add(NodeKind.END,x.text,self.actor,self.flow); d.connect(end,n); self.swap(end)
            elif x.kind is EventKind.FINISH:
                n=d.add(NodeKind.END,"",self.actor,self.flow); d.connect(end,n); self.swap(end)
            elif x.kind in (EventKind.DATA,EventKind.ANNOTATION): self.constraint(x,None)
        self.extended=None

    def graph(self) -> FlowGraph:
        self.close_flow()
        d=self.draft
        return d.graph()

def build(readings: Sequence[Reading]) -> FlowGraph:
    b=Builder()
    for r in readings: b.add(r)
    return b.graph()
