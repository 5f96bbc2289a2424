// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

import io.distlock.LockRequest;
import io.distlock.annotation.ClusterScheduled;
import io.distlock.annotation.InvalidLockAnnotationException;
import io.distlock.internal.annotation.AnnotatedMethods;
import io.distlock.internal.annotation.AnnotationAttribute;
import io.distlock.internal.annotation.ComposedAnnotation;
import io.distlock.internal.scheduling.JobSettings;
import io.distlock.internal.scheduling.JobStores;
import io.distlock.internal.scheduling.rules.RetryRules;
import io.distlock.internal.scheduling.trigger.JobTrigger;
import io.distlock.internal.task.Durations;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.context.expression.StandardBeanExpressionResolver;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.Schedules;
import org.springframework.util.StringValueResolver;

/**
 * Parses the annotations of a job, and rejects invalid annotations.
 */
final class ClusterScheduledParser {

	private static final Duration SHORTEST_RETRY_DELAY = Duration.ofMillis(100);

	private static final double LARGEST_RETRY_MULTIPLIER = 1000;

	/**
	 * Number of repeated resolutions of an attribute, since small random numbers may
	 * repeat.
	 */
	private static final int RESOLVED = 4;

	private final StringValueResolver placeholders;

	private final StringValueResolver expressions;

	private final ObjectProvider<JobStores> stores;

	ClusterScheduledParser(ConfigurableBeanFactory beanFactory) {
		this.placeholders = beanFactory::resolveEmbeddedValue;
		this.expressions = new EmbeddedValueResolver(beanFactory);
		this.stores = beanFactory.getBeanProvider(JobStores.class);
	}

	static @Nullable MergedAnnotation<ClusterScheduled> find(Method method) {
		MergedAnnotation<ClusterScheduled> annotation = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY)
			.get(ClusterScheduled.class);
		return annotation.isPresent() ? annotation : null;
	}

	JobSpec parse(Method method, MergedAnnotation<ClusterScheduled> annotation) {
		checkOnlyOne(method, annotation);
		ComposedAnnotation.check(annotation, method);
		ClusterScheduled job = annotation.synthesize();
		Scheduled scheduled = scheduled(method);
		JobTrigger trigger = trigger(job, scheduled, method);
		return new JobSpec(name(job, annotation, method), method, trigger,
				attribute(method, "leaseTime", job.leaseTime()).duration(LockRequest.MIN_LEASE_TIME),
				attribute(method, "misfireThreshold", job.misfireThreshold())
					.duration(JobSettings.MIN_MISFIRE_THRESHOLD),
				attribute(method, "maxRunTime", job.maxRunTime()).duration(JobSettings.MIN_RUN_TIME),
				retries(job, method), provider(job, method), (scheduled != null) ? scheduled.scheduler() : "");
	}

	private static void checkOnlyOne(Method method, MergedAnnotation<ClusterScheduled> annotation) {
		long count = (annotation.getSource() instanceof Method annotated)
				? MergedAnnotations.from(annotated).stream(ClusterScheduled.class).count() : 1;
		if (count > 1) {
			throw new InvalidLockAnnotationException(ClusterScheduled.class, method,
					"it has %d of them, by annotations of the application, and only one would run".formatted(count),
					"Write one method per job.");
		}
	}

	static @Nullable Scheduled scheduled(Method method) {
		Set<Scheduled> all = AnnotatedElementUtils.findMergedRepeatableAnnotations(method, Scheduled.class,
				Schedules.class);
		if (all.size() > 1) {
			throw new InvalidLockAnnotationException(ClusterScheduled.class, method,
					"@Scheduled stands on it %d times, and a job has one trigger".formatted(all.size()),
					"Write one method per trigger, each with a job name of its own.");
		}
		Iterator<Scheduled> one = all.iterator();
		return one.hasNext() ? one.next() : null;
	}

	private JobTrigger trigger(ClusterScheduled job, @Nullable Scheduled scheduled, Method method) {
		TriggerAttributes own = own(job, method);
		AnnotationAttribute any = own.any();
		if (scheduled != null && any != null) {
			throw any.invalid("the method has @Scheduled, too", "Leave the attribute out, or @Scheduled.");
		}
		JobTrigger trigger = ((scheduled != null) ? springs(scheduled, method) : own).trigger();
		if (trigger == null) {
			throw new InvalidLockAnnotationException(ClusterScheduled.class, method, "nothing says when it runs",
					"Add @Scheduled with a trigger, or set one of cron, fixedRate and fixedDelay.");
		}
		return trigger;
	}

	private TriggerAttributes own(ClusterScheduled job, Method method) {
		return new TriggerAttributes(shared(method, "cron", job.cron()), shared(method, "zone", job.zone()),
				List.of(shared(method, "fixedRate", job.fixedRate())),
				List.of(shared(method, "fixedDelay", job.fixedDelay())),
				List.of(attribute(method, "initialDelay", job.initialDelay())), null);
	}

	private TriggerAttributes springs(Scheduled scheduled, Method method) {
		return new TriggerAttributes(sharedSprings(method, "cron", scheduled.cron()),
				sharedSprings(method, "zone", scheduled.zone()),
				List.of(springs(method, "fixedRate", scheduled.fixedRate()),
						sharedSprings(method, "fixedRateString", scheduled.fixedRateString())),
				List.of(springs(method, "fixedDelay", scheduled.fixedDelay()),
						sharedSprings(method, "fixedDelayString", scheduled.fixedDelayString())),
				List.of(springs(method, "initialDelay", scheduled.initialDelay()),
						springs(method, "initialDelayString", scheduled.initialDelayString())),
				DurationFormat.Unit.fromChronoUnit(scheduled.timeUnit().toChronoUnit()));
	}

	private static AnnotationAttribute springs(Method method, String name, long value) {
		return AnnotationAttribute.plain(Scheduled.class, method, name, (value < 0) ? "" : String.valueOf(value));
	}

	private AnnotationAttribute springs(Method method, String name, String literal) {
		return of(Scheduled.class, method, name, literal);
	}

	private AnnotationAttribute sharedSprings(Method method, String name, String literal) {
		return shared(Scheduled.class, method, name, literal);
	}

	private AnnotationAttribute shared(Method method, String name, String literal) {
		return shared(ClusterScheduled.class, method, name, literal);
	}

	/**
	 * Resolve a value that must be identical on all nodes, and reject a value that
	 * differs between resolutions.
	 */
	private AnnotationAttribute shared(Class<? extends Annotation> annotation, Method method, String name,
			String literal) {
		AnnotationAttribute first = of(annotation, method, name, literal);
		for (int i = 1; i < RESOLVED; i++) {
			String again = of(annotation, method, name, literal).value();
			if (!again.equals(first.value())) {
				throw first
					.invalid(
							"it is '%s' and then '%s', so each node would have a value of its own"
								.formatted(first.value(), again),
							"Write a value that is the same each time; only initialDelay may be random.");
			}
		}
		return first;
	}

	/**
	 * Resolve placeholders and then evaluate expressions, like Spring.
	 */
	private AnnotationAttribute of(Class<? extends Annotation> annotation, Method method, String name, String literal) {
		AnnotationAttribute resolved = AnnotationAttribute.of(annotation, method, name, literal, this.placeholders);
		return hasExpression(resolved.value())
				? new AnnotationAttribute(annotation, method, name, literal, evaluated(resolved)) : resolved;
	}

	static boolean hasExpression(String text) {
		return text.contains(StandardBeanExpressionResolver.DEFAULT_EXPRESSION_PREFIX);
	}

	private String evaluated(AnnotationAttribute attribute) {
		try {
			String value = this.expressions.resolveStringValue(attribute.value());
			return (value != null) ? value : "";
		}
		catch (RuntimeException ex) {
			throw new InvalidLockAnnotationException(attribute.annotation(), attribute.method(), attribute.name(),
					attribute.literal(),
					"its expression has no value: " + NestedExceptionUtils.getMostSpecificCause(ex),
					"Correct the expression, or write the value itself.", ex);
		}
	}

	private RetryRules retries(ClusterScheduled job, Method method) {
		AnnotationAttribute first = attribute(method, "retryDelay", job.retryDelay());
		AnnotationAttribute longest = attribute(method, "maxRetryDelay", job.maxRetryDelay());
		Duration delay = first.duration(SHORTEST_RETRY_DELAY);
		Duration maxDelay = longest.duration(SHORTEST_RETRY_DELAY);
		if (job.maxAttempts() < 1) {
			throw plain(method, "maxAttempts", job.maxAttempts()).invalid("must be at least 1",
					"1 means no retry; with more, a run that failed or was lost is retried.");
		}
		double multiplier = job.retryMultiplier();
		if (!(multiplier >= 1 && multiplier <= LARGEST_RETRY_MULTIPLIER)) {
			throw plain(method, "retryMultiplier", multiplier).invalid("must be between 1 and 1000",
					"1 keeps the delay as it is, and 2 doubles it with each attempt.");
		}
		if (job.maxAttempts() == 1 && (delay != null || maxDelay != null)) {
			throw ((delay != null) ? first : longest).invalid("maxAttempts is 1, so nothing is retried",
					"Set maxAttempts to 2 or more, or leave the attribute out.");
		}
		RetryRules rules = RetryRules.of(job.maxAttempts(), delay, multiplier, maxDelay);
		if (rules.maxDelay().compareTo(rules.delay()) < 0) {
			throw longest.invalid("is shorter than the first delay, " + Durations.text(rules.delay()),
					"Give a longer duration, or a shorter retryDelay.");
		}
		return rules;
	}

	private static AnnotationAttribute plain(Method method, String name, Number value) {
		return AnnotationAttribute.plain(ClusterScheduled.class, method, name, value.toString());
	}

	private String name(ClusterScheduled job, MergedAnnotation<ClusterScheduled> annotation, Method method) {
		if (job.name().isEmpty()) {
			Method annotated = (annotation.getSource() instanceof Method source) ? source : method;
			return AnnotatedMethods.defaultName(annotated, method);
		}
		AnnotationAttribute name = shared(method, "name", job.name());
		if (name.value().isBlank()) {
			throw name.invalid("must not be blank", "Name the job, or leave the attribute out.");
		}
		return name.value();
	}

	private String provider(ClusterScheduled job, Method method) {
		AnnotationAttribute provider = attribute(method, "provider", job.provider());
		if (!provider.value().isEmpty()) {
			provider.requireProvider(this.stores.getObject().providerNames());
		}
		return provider.value();
	}

	private AnnotationAttribute attribute(Method method, String name, String literal) {
		return of(ClusterScheduled.class, method, name, literal);
	}

}
