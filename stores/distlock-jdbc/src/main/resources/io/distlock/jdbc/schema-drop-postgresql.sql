drop table if exists DISTLOCK_HOLDER;
drop table if exists DISTLOCK_JOB_RUN;
drop table if exists DISTLOCK_JOB;
drop table if exists DISTLOCK_LOCK;
