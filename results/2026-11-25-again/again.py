# A/A: each crate explored twice to the same depth, the second time with both cores busy; findings compared.
import subprocess,json,sys,time,os,csv
prog,crates,out=sys.argv[1],sys.argv[2],sys.argv[3]
env=dict(os.environ,XDG_CACHE_HOME=sys.argv[4]+"/cache",XDG_STATE_HOME=sys.argv[4]+"/state")
def run(c,busy):
    loops=[subprocess.Popen(["sh","-c","while :; do :; done"]) for _ in range(2)] if busy else []
    t=time.time()
    try:
        p=subprocess.run([prog,"explore",c,"--depth",os.environ.get("D","3"),"--time-limit","90s","--no-coverage","--format","json"],env=env,capture_output=True,text=True,timeout=600)
        d=json.loads(p.stdout.splitlines()[0]) if p.stdout.strip() else None
        code=p.returncode
    except subprocess.TimeoutExpired: d,code=None,"timeout"
    finally:
        for l in loops: l.kill(); l.wait()
    return d,code,time.time()-t
def key(f): return (f["id"],f["kind"],f["class"],f["confirmed"],f["item"],f["expression"],f["message"] if f["confirmed"] else "")
w=csv.writer(open(out,"a"))
for c in open(crates).read().split():
    a,ca,ta=run(c,False); b,cb,tb=run(c,True)
    if not a or not b: w.writerow([c,ca,cb,"no report"]); continue
    ka={key(f) for f in a["findings"]}; kb={key(f) for f in b["findings"]}
    w.writerow([c,ca,cb,a["stop"],b["stop"],len(ka),len(ka^kb),a["expressions"],b["expressions"],a["api"]["totals"]["completed"],b["api"]["totals"]["completed"],round(ta,1),round(tb,1),"|".join(sorted(x[0]+":"+x[4]+":"+str(x[3]) for x in ka^kb))[:400]])
    w.writerow; 
    sys.stdout.flush()
