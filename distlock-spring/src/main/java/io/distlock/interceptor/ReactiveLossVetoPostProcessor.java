/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.interceptor;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionExecutionListener;

/**
 * Gives every reactive transaction manager a veto against commits after the loss of a
 * lock.
 *
 * @since 0.1.0
 */
public final class ReactiveLossVetoPostProcessor implements BeanPostProcessor {

	private final TransactionExecutionListener veto = new ReactiveLossVeto();

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof ConfigurableTransactionManager manager && bean instanceof ReactiveTransactionManager
				&& !manager.getTransactionExecutionListeners().contains(this.veto)) {
			manager.addListener(this.veto);
		}
		return bean;
	}

}
