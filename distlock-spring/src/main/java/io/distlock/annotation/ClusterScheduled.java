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
 * regardless of clock skew between nodes and of the job's duration. Every run is recorded
 * in the store.
 * <p>
 * The annotation is used in one of two ways. With Spring's annotation, which defines the
 * trigger:
 * {@code @Scheduled(cron = "0 0 6 * * *") @ClusterScheduled("daily-customer-email")}.
 * Alone, with a trigger and without {@code @EnableScheduling}:
 * {@code @ClusterScheduled(name = "daily-customer-email", cron = "0 0
 * 6 * * *", zone = "Europe/Berlin")}. Two triggers or a missing trigger are rejected when
 * the bean is created, like all other invalid configurations.
 * <p>
 * The method has no parameters, or one parameter of type {@code
 * io.distlock.scheduling.ClusterJobContext} with details of the run. The run ends when
 * the method returns, and may take hours, since the lease is renewed. <code>${…}</code>
 * placeholders and <code>#{…}</code> expressions are resolved in all texts. Durations
 * have the form {@code "10s"}, {@code "500ms"}, {@code "1h30m"} or ISO-8601.
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
	 * The name of the job, which identifies the job in the cluster.
	 * @return the name; empty for {@code <fully qualified class>.<method>}, with the
	 * class that declares the method's implementation
	 */
	@AliasFor("value")
	String name() default "";

	/**
	 * Cron expression with six fields, starting with seconds, or a macro such as
	 * {@code @daily}. A job at fixed hours runs once per local day: a local time skipped
	 * by a clock change runs at the end of the gap, and a repeated local time runs only
	 * the first time. A job that fires in every hour, or at least three times in a row at
	 * equal distances of less than an hour, instead follows the clock through both passes
	 * of a repeated hour. An expression that never fires is rejected.
	 * @return the expression; {@code "-"} for a job without automatic runs
	 */
	String cron() default "";

	/**
	 * Time zone of the cron expression.
	 * @return the zone id; empty for the zone of the node that registers the job
	 */
	String zone() default "";

	/**
	 * Time between two starts in the whole cluster, at least 10 ms. A fire time during an
	 * active run is skipped.
	 * @return the duration
	 */
	String fixedRate() default "";

	/**
	 * Time from the end of a run to the start of the next run in the whole cluster, at
	 * least 10 ms.
	 * @return the duration
	 */
	String fixedDelay() default "";

	/**
	 * Time from the registration of the job in the cluster to its first run, for a fixed
	 * rate or fixed delay. If nodes have different values, the value of the registering
	 * node applies.
	 * @return the duration; empty for none
	 */
	String initialDelay() default "";

	/**
	 * Time for which the store keeps the lock of a run without renewal, at least 100 ms.
	 * After a crash, another node takes over when the lease has expired, or later in some
	 * stores.
	 * @return the duration; empty for {@code distlock.scheduling.lease-time}
	 */
	String leaseTime() default "";

	/**
	 * Maximum delay of a fire time, at least 1 second, if no node was up, the store did
	 * not respond, or all threads were busy. If several fire times are due, only the
	 * latest runs, so a fire time may start no later than the next fire time. Runs with a
	 * fixed delay have no such limit: a late run stays due.
	 * @return the duration; empty for {@code distlock.scheduling.misfire-threshold}, 12
	 * hours by default
	 */
	String misfireThreshold() default "";

	/**
	 * Maximum duration of a run, at least 100 ms. A longer run is interrupted, and
	 * abandoned if still active after 10 seconds: the run is recorded as timed out, its
	 * lock is released, and the run is retried if attempts are left.
	 * @return the duration; empty for {@code distlock.scheduling.max-run-time}, or no
	 * limit if that property is not set
	 */
	String maxRunTime() default "";

	/**
	 * Maximum number of attempts for a fire time, on any nodes. With 1, a run is never
	 * repeated (at most once). With more, another node takes over when the lease of a
	 * crashed node has expired, and a failed or timed-out run is retried after a delay
	 * (at least once, within the number of attempts). A run stopped on demand is not
	 * retried.
	 * @return the number, at least 1
	 */
	int maxAttempts() default 1;

	/**
	 * Time from the end of a failed first attempt to the second attempt of a fire time,
	 * at least 100 ms. An attempt that would not start before the next fire time is
	 * omitted.
	 * @return the duration; empty for 10 seconds
	 */
	String retryDelay() default "";

	/**
	 * Factor between consecutive delays of attempts.
	 * @return the factor, from 1 (constant delay) to 1000
	 */
	double retryMultiplier() default 2;

	/**
	 * Maximum delay between attempts.
	 * @return the duration; empty for one hour, or for {@link #retryDelay()} if longer
	 */
	String maxRetryDelay() default "";

	/**
	 * Bean name of the {@code LockProvider} that keeps the job, if there are several.
	 * @return the name; empty for the default provider
	 */
	String provider() default "";

}
