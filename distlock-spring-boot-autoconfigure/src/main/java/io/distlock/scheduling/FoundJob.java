package io.distlock.scheduling;

/**
 * A job that was found on a bean.
 *
 * @param spec what the annotations say
 * @param method calls the method through the bean's proxy
 */
record FoundJob(JobSpec spec, Runnable method) {

}
