"""Compares the causes of two labels of ends.py, and what ended how: python compare.py DIRECTORY LABEL REFERENCE"""
import json,sys,glob,os
directory,a,b=sys.argv[1:4]
def causes(c):
    r={}
    for x in c["causes"]:
        ids=[c["findings"][i]["id"] if isinstance(i,int) else i for i in x["findings"]]
        r[ids[0]]=(x["class"],set(ids))
    return r
tot=lost=0
for p in sorted(glob.glob(f"{directory}/*.{b}.json")):
    n=os.path.basename(p).split(".")[0]
    q=f"{directory}/{n}.{a}.json"
    if not os.path.exists(q): continue
    A,B=json.load(open(q)),json.load(open(p))
    ca,cb=causes(A),causes(B)
    allA=set().union(*[s for _,s in ca.values()]) if ca else set()
    miss=[(i,k,s) for i,(k,s) in cb.items() if not (s & allA)]
    allB=set().union(*[s for _,s in cb.values()]) if cb else set()
    more=[i for i,(k,s) in ca.items() if not (s & allB)]
    tot+=len(cb); lost+=len(miss)
    t=A["time_ms"]
    print(f"{n:20} {A['stop']:9} explore {t['explore']/1000:5.1f} confirm {t['confirm']/1000:5.1f} cov {t['coverage']/1000:5.1f} | until confirm {B['time_ms']['confirm']/1000:5.1f} cov {B['time_ms']['coverage']/1000:5.1f} | causes {len(ca)} of {len(cb)}, missing {len(miss)}, more {len(more)}")
    for i,k,s in miss:
        f=[f for f in B["findings"] if f["id"]==i][0]
        print("     -",k,i,f["kind"],f["item"],f.get("message","")[:60],"|",f["expression"][:100].replace("\n"," "))
print(f"{tot} causes of the reference, {lost} missing")
