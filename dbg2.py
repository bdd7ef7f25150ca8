import sys
exec(open('/tmp/toolpics/dbg.py').read().split("exec(")[0])
from pathlib import Path
from flowbench.parse import parse
from flowbench.parse.drawn_edges import gather
p=parse(Path(sys.argv[1])); ev=gather(p.board,p.board.environment)
x0,y0,x1,y1=map(int,sys.argv[2:6])
d=ev.ink.drawn[y0:y1,x0:x1].astype(np.uint8)*120+ev.ink.mask[y0:y1,x0:x1]*135
cv2.imwrite('/tmp/toolpics/c.png',cv2.resize(d,None,fx=4,fy=4,interpolation=cv2.INTER_NEAREST))
