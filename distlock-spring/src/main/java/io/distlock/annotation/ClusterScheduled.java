// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method of a singleton bean on one node of the cluster for each fire time,
 * however skewed the clocks of the nodes are and however short the job is. Every run is
 * recorded in the store.
 * <p>
 * Either together with Spring's own annotation, which defines the trigger:
 * {@code @Scheduled(cron = "0 0 6 * * *") @ClusterScheduled("daily-customer-email")}; or
 * alone, with a trigger of its own and without {@code @EnableScheduling}:
 * {@code @ClusterScheduled(name = "daily-customer-email", cron = "0 0 6 * * *", zone = "Europe/Berlin")}.
 * A trigger in both places, or in neither, is refused when the bean is created, like
 * everything else that cannot work.
 * <p>
 * The method has no parameters, or one of type
 * {@code io.distlock.scheduling.ClusterJobContext}, which describes the run. The run is
 * over when the method returns. It may take hours: its lease is renewed.
 * <code>${…}</code> placeholders and <code>#{…}</code> expressions are resolved in all
 * texts. Durations are written like {@code "10s"}, {@code "500ms"}, {@code "1h30m"}, or
 * in ISO-8601 form.
 *
 * @since 0.1.0
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface ClusterScheduled {

	/**
	 * The name of the job.
	 * @return the name, see {@link #name()}
	 */
	@AliasFor("name")
	String value() default "";

	/**
	 * The name of the job, which is its identity in the cluster.
	 * @return the name; empty for {@code <fully qualified class>.<method>}, where the
	 * class is the one that declares the method's implementation
	 */
	@AliasFor("value")
	String name() default "";

	/**
	 * A cron expression with six fields, the first one for seconds, or a macro like
	 * {@code @daily}. A job at fixed hours runs once per local day: a local time that a
	 * change of the clocks skips runs at the end of the gap, one that comes twice runs
	 * the first time only. One that fires in each hour, or three times or more in a row
	 * at one distance of less than an hour, follows the clock through both passes of such
	 * an hour instead. An expression that never fires is refused.
	 * @return the expression; {@code "-"} for a job that does not run by itself
	 */
	String cron() default "";

	/**
	 * The time zone of the cron expression.
	 * @return the id of the zone; empty for the one of the node that registers the job
	 */
	String zone() default "";

	/**
	 * The time from one start to the next in the whole cluster, at least 10 ms. A fire
	 * time that comes while the job still runs is skipped.
	 * @return the duration
	 */
	String fixedRate() default "";

	/**
	 * The time from the end of one run to the start of the next, on whichever nodes, at
	 * least 10 ms.
	 * @return the duration
	 */
	String fixedDelay() default "";

	/**
	 * The time from when the cluster learns of the job to its first run, with a fixed
	 * rate or a fixed delay. It may differ from node to node: that of the node that
	 * registers the job counts.
	 * @return the duration; empty for none
	 */
	String initialDelay() default "";

	/**
	 * How long the store keeps the lock of a run unless it is renewed, at least 100 ms.
	 * After a node has died, others take over when it has ended, in some stores later.
	 * @return the duration; empty for {@code distlock.scheduling.lease-time}
	 */
	String leaseTime() default "";

	/**
	 * How late a fire time may start, at least 1 second: because no node was up, the
	 * store did not answer, or all threads were busy. Of several that are due, the latest
	 * one runs, so a fire time may start until the next one. A fixed delay has no fire
	 * time that passes: a run that is late stays due.
	 * @return the duration; empty for {@code distlock.scheduling.misfire-threshold}, 12
	 * hours by default
	 */
	String misfireThreshold() default "";

	/**
	 * How long a run may take, at least 100 ms. One that takes longer is interrupted, and
	 * if it is still running after 10 seconds it is abandoned: it is recorded as timed
	 * out, its lock is released, and with attempts left it is retried.
	 * @return the duration; empty for {@code distlock.scheduling.max-run-time}, and for
	 * as long as it likes without that
	 */
	String maxRunTime() default "";

	/**
	 * How often a fire time is tried, on whichever nodes. With 1, a run is not repeated,
	 * however it ends: at most once. With more, another node takes over when the lease of
	 * a dead node has ended, and a run that ends in an exception or times out is retried
	 * after a delay: at least once, as long as attempts are left. One that was asked to
	 * stop is not.
	 * @return the number, at least 1
	 */
	int maxAttempts() default 1;

	/**
	 * The time from the end of the first attempt of a fire time to the second, if it
	 * failed, at least 100 ms. An attempt that would not come before the next fire time
	 * is not made.
	 * @return the duration; empty for 10 seconds
	 */
	String retryDelay() default "";

	/**
	 * By how much each delay between attempts is longer than the one before.
	 * @return the factor, from 1, which keeps the delay as it is, to 1000
	 */
	double retryMultiplier() default 2;

	/**
	 * The longest delay between attempts.
	 * @return the duration; empty for an hour, or for {@link #retryDelay()} if that is
	 * longer
	 */
	String maxRetryDelay() default "";

	/**
	 * The bean name of the {@code LockProvider} that keeps the job where there are
	 * several.
	 * @return the name; empty for the default provider
	 */
	String provider() default "";

}
