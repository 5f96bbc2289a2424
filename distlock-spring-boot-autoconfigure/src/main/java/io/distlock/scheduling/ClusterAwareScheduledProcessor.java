package io.distlock.scheduling;

import java.lang.reflect.Method;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;

/**
 * Spring's own scheduling, but for methods that are jobs of the cluster.
 */
final class ClusterAwareScheduledProcessor extends ScheduledAnnotationBeanPostProcessor {

	ClusterAwareScheduledProcessor() {
	}

	@Override
	protected void processScheduled(Scheduled scheduled, Method method, Object bean) {
		if (!ClusterScheduledParser.find(method).isPresent()) {
			super.processScheduled(scheduled, method, bean);
		}
	}

}
