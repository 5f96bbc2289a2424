drop table DISTLOCK_HOLDER;
drop table DISTLOCK_JOB_RUN;
drop table DISTLOCK_JOB;
drop table DISTLOCK_LOCK;
