// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.scheduling.annotated;

import java.lang.reflect.Method;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;

import io.distlock.internal.interceptor.result.DeferredTypes;
import io.distlock.scheduling.ClusterJobContext;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.scheduling.support.DefaultScheduledTaskObservationConvention;
import org.springframework.scheduling.support.ScheduledMethodRunnable;
import org.springframework.scheduling.support.ScheduledTaskObservationContext;
import org.springframework.scheduling.support.ScheduledTaskObservationDocumentation;
import org.springframework.util.ReflectionUtils;

/**
 * Runnable for a job method that has a context parameter, or whose result type is known
 * only after the call. A run with a future ends with the future. A run with an
 * unsubscribed publisher fails.
 */
final class JobMethod extends ScheduledMethodRunnable {

	private static final DefaultScheduledTaskObservationConvention CONVENTION = new DefaultScheduledTaskObservationConvention();

	private final Supplier<ObservationRegistry> observations;

	private JobMethod(Object bean, Method method, Supplier<ObservationRegistry> observations) {
		super(bean, method, null, observations);
		this.observations = observations;
	}

	static ScheduledMethodRunnable of(Object bean, Method method, Supplier<ObservationRegistry> observations) {
		boolean plain = method.getReturnType() == void.class && method.getParameterCount() == 0;
		return plain ? new ScheduledMethodRunnable(bean, method, null, observations)
				: new JobMethod(bean, method, observations);
	}

	@Override
	public void run() {
		ScheduledTaskObservationContext context = new ScheduledTaskObservationContext(getTarget(), getMethod());
		Observation observation = ScheduledTaskObservationDocumentation.TASKS_SCHEDULED_EXECUTION.observation(null,
				CONVENTION, () -> context, this.observations.get());
		observation.observe(() -> {
			ReflectionUtils.makeAccessible(getMethod());
			await(ReflectionUtils.invokeMethod(getMethod(), getTarget(), arguments()));
			context.setComplete(true);
		});
	}

	private Object[] arguments() {
		return (getMethod().getParameterCount() == 0) ? new Object[0]
				: new Object[] { ClusterJobContext.current().orElseThrow() };
	}

	private void await(@Nullable Object result) {
		if (result instanceof Future<?> future) {
			await(future);
		}
		else if (result instanceof CompletionStage<?> stage) {
			await(stage.toCompletableFuture());
		}
		else if (result != null
				&& (JobMethodValidator.isReactive(result.getClass()) || DeferredTypes.isDeferredResult(result))) {
			throw new IllegalStateException(
					"%s.%s() returned a %s, which has not run yet. Wait for the work to finish in the method, and return nothing"
						.formatted(getMethod().getDeclaringClass().getSimpleName(), getMethod().getName(),
								result.getClass().getSimpleName()));
		}
	}

	private static void await(Future<?> future) {
		try {
			future.get();
		}
		catch (ExecutionException ex) {
			ReflectionUtils.rethrowRuntimeException((ex.getCause() != null) ? ex.getCause() : ex);
		}
		catch (InterruptedException ex) {
			future.cancel(true);
			Thread.currentThread().interrupt();
			throw new UndeclaredThrowableException(ex);
		}
	}

}
